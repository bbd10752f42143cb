export const id = 581;
export const ids = [581];
export const modules = {

/***/ 581:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   openClient: () => (/* binding */ l)
/* harmony export */ });
/* harmony import */ var _index_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(633);
/* harmony import */ var node_http__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(67);
/* harmony import */ var node_https__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(708);
function l({protocol:e},t){let{Agent:n,request:r}=e===`https:`?node_https__WEBPACK_IMPORTED_MODULE_2__:node_http__WEBPACK_IMPORTED_MODULE_1__,i=new n({keepAlive:!0,rejectUnauthorized:!0,...t&&{proxyEnv:t}});return({method:e,url:t,headers:n,...a})=>u(a,a=>r(t,{method:e,headers:n,agent:i,signal:a}))}async function u({body:e,timeoutMs:t,signal:n},r){n?.throwIfAborted();let a=AbortSignal.timeout(Math.ceil(Math.min(t,_index_js__WEBPACK_IMPORTED_MODULE_0__.t))),s=r(n?AbortSignal.any([n,a]):a),c=new Promise((e,t)=>{s.on(`response`,e),s.on(`error`,t),s.on(`upgrade`,()=>t(f(`the status 101`)))});s.end(e);try{return await d(await c)}catch(e){throw s.destroy(),n?.throwIfAborted(),a.aborted?new _index_js__WEBPACK_IMPORTED_MODULE_0__.r(`time-out`,`no complete answer in time`):e instanceof _index_js__WEBPACK_IMPORTED_MODULE_0__.r?e:p(e)}}async function d(e){let{statusCode:t=0,headers:r}=e;if(t<200||t>599)throw f(`the status ${t}`);let a=[],o=0;for await(let t of e){if(o+=t.length,o>10485760)throw new _index_js__WEBPACK_IMPORTED_MODULE_0__.r(`too-large`,`a body of over ${_index_js__WEBPACK_IMPORTED_MODULE_0__.n/1024/1024} MiB`);a.push(t)}if((r[`content-encoding`]??`identity`)!==`identity`)throw f(`a content encoding that was not asked for`);return{status:t,headers:r,body:Buffer.concat(a,o)}}function f(e){return new _index_js__WEBPACK_IMPORTED_MODULE_0__.r(`contract`,`unexpected response, ${e}`)}function p(n){let o=(0,_index_js__WEBPACK_IMPORTED_MODULE_0__.o)(n);if((0,_index_js__WEBPACK_IMPORTED_MODULE_0__.i)(n))return new _index_js__WEBPACK_IMPORTED_MODULE_0__.r(`certificate`,`the certificate does not verify (${o})`);if(o===`HPE_HEADER_OVERFLOW`)return new _index_js__WEBPACK_IMPORTED_MODULE_0__.r(`too-large`,`headers of over 16 KiB`);if((0,_index_js__WEBPACK_IMPORTED_MODULE_0__.a)(n))return f(`no valid ${o.startsWith(`HPE_`)?`HTTP`:`TLS`} (${o})`);let s=n instanceof Error&&`hostname`in n?` ${(0,_index_js__WEBPACK_IMPORTED_MODULE_0__.s)(String(n.hostname))}`:``;return o===`ENOTFOUND`?new _index_js__WEBPACK_IMPORTED_MODULE_0__.r(`host-not-found`,`the host${s} was not found`):new _index_js__WEBPACK_IMPORTED_MODULE_0__.r(`network`,o===``?`the connection broke`:`no response (${o})`)}

/***/ })

};
