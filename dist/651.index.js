export const id = 651;
export const ids = [651];
export const modules = {

/***/ 651:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   createExchange: () => (/* binding */ i)
/* harmony export */ });
/* harmony import */ var _rolldown_runtime_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(700);
/* harmony import */ var _exchange_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(708);
/* harmony import */ var node_http__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(67);
/* harmony import */ var node_https__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(327);
function i(i,o){let s=i===`https:`,u={keepAlive:!0,proxyEnv:o},d=s?new node_https__WEBPACK_IMPORTED_MODULE_3__.Agent({...u,rejectUnauthorized:!0}):new node_http__WEBPACK_IMPORTED_MODULE_2__.Agent(u),f=s?node_https__WEBPACK_IMPORTED_MODULE_3__.request:node_http__WEBPACK_IMPORTED_MODULE_2__.request;return n=>new Promise((r,i)=>{if(n.signal?.aborted){i(n.signal.reason);return}let o=f(n.url,{method:`POST`,agent:d,headers:{...n.headers,"content-length":Buffer.byteLength(n.body)},...s&&{rejectUnauthorized:!0}}),u=e=>{clearTimeout(h),n.signal?.removeEventListener(`abort`,m),e()},p=e=>u(()=>{o.destroy(),i(e)}),m=()=>p(n.signal?.reason),h=setTimeout(()=>p(new _exchange_js__WEBPACK_IMPORTED_MODULE_1__.t(`time-out`,`no complete answer in time`)),Math.min(n.timeoutMs,_exchange_js__WEBPACK_IMPORTED_MODULE_1__.n));n.signal?.addEventListener(`abort`,m,{once:!0}),o.on(`error`,e=>p(l(e))),o.on(`response`,e=>{let n=e.statusCode??0;a(e).then(t=>u(()=>r({status:n,headers:e.headers,body:t})),n=>p(n instanceof _exchange_js__WEBPACK_IMPORTED_MODULE_1__.t?n:c(n,e.complete)))}),o.end(n.body)})}async function a(e){let n=[],r=0;for await(let i of o(e)){if(r+=i.length,r>10485760)throw new _exchange_js__WEBPACK_IMPORTED_MODULE_1__.t(`too-large`,`a body of over 10 MiB`);n.push(i)}return Buffer.concat(n,r)}function o(e){let n=(e.headers[`content-encoding`]??`identity`).toLowerCase();if(n===`identity`||n===``)return e;if(n!==`gzip`&&n!==`x-gzip`)throw new _exchange_js__WEBPACK_IMPORTED_MODULE_1__.t(`contract`,`a content encoding that was not asked for`);let{createGunzip:r}=process.getBuiltinModule(`node:zlib`),i=r();return e.on(`error`,e=>i.destroy(e)),e.pipe(i)}const s=/^(?:CERT_|ERR_TLS_CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_(?:GET|VERIFY|DECODE|DECRYPT)_|INVALID_(?:CA|PURPOSE)|HOSTNAME_MISMATCH|CRL_|PATH_LENGTH_EXCEEDED)/;function c(e,n){return!(e instanceof Error&&`code`in e&&String(e.code).startsWith(`Z_`))||!n?l(e):new _exchange_js__WEBPACK_IMPORTED_MODULE_1__.t(`contract`,`a body that is not the gzip it claims to be`,{cause:e})}function l(e){let n=e instanceof Error&&`code`in e?String(e.code):``,r=n===``?`the connection broke`:n;return s.test(n)?new _exchange_js__WEBPACK_IMPORTED_MODULE_1__.t(`certificate`,n,{cause:e}):n===`HPE_HEADER_OVERFLOW`?new _exchange_js__WEBPACK_IMPORTED_MODULE_1__.t(`too-large`,`headers of over 16 KiB`,{cause:e}):n.startsWith(`HPE_`)&&n!==`HPE_INVALID_EOF_STATE`?new _exchange_js__WEBPACK_IMPORTED_MODULE_1__.t(`contract`,`no valid HTTP (${n})`,{cause:e}):new _exchange_js__WEBPACK_IMPORTED_MODULE_1__.t(`network`,r,{cause:e})}

/***/ })

};
