export const id = 494;
export const ids = [494];
export const modules = {

/***/ 3494:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   explain: () => (/* binding */ f)
/* harmony export */ });
/* harmony import */ var _branch_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7657);
/* harmony import */ var _commit_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(6360);
/* harmony import */ var _position_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(1914);
/* harmony import */ var _time_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(1956);
/* harmony import */ var _poll_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(8668);
/* harmony import */ var _message_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(3102);
/* harmony import */ var _settled_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(9420);
/*! explain.js */
async function f(e,t,n,r){let{github:i,client:s,poll:c,clock:l,own:u}=r,f={client:s,repository:t.repository.value,poll:c},m=t.targetBranch?.value??null,h=(0,_position_js__WEBPACK_IMPORTED_MODULE_1__.o)(e,t),g=()=>h?i.readPullRequest(f,h.number):_position_js__WEBPACK_IMPORTED_MODULE_1__.C.github,_=n.pullRequest&&e.github.kind===`not-asked`,[y,b,x,S,C]=await Promise.all([p(e,t,n,r),_?n.headChecks?(0,_settled_js__WEBPACK_IMPORTED_MODULE_3__.n)(g,{clock:l,signal:c.signal}):g():e.github,n.headChecks&&h?i.readChecks(f,h.sha):_position_js__WEBPACK_IMPORTED_MODULE_1__.C.headChecks,n.rules&&m?i.readRequiredChecks(f,m):_position_js__WEBPACK_IMPORTED_MODULE_1__.C.rules,n.timeline&&h?i.readTimeline(f,h.number):_position_js__WEBPACK_IMPORTED_MODULE_1__.C.timeline]);return{...e,...y,github:b,headChecks:x.kind===`read`?{kind:`read`,value:{...x.value,ownCheckId:v(x.value,u)}}:x,rules:S,timeline:C}}async function p(e,t,n,r){let i=n.testRun?await m(t,r):e.foundRun,a=i.kind===`read`&&!r.source.lastRun&&(0,_poll_js__WEBPACK_IMPORTED_MODULE_2__.n)(i.value)?i.value:null,o=n.checksOf??a;if(!o)return{foundRun:i,checks:e.checks};let{github:s,client:l,poll:u}=r;return{foundRun:i,checks:await s.readChecks({client:l,repository:t.repository.value,poll:u},o.testBranchSha)}}function m(e,t){let{source:n,poll:r}=t,i=e.pullRequest?.value,a=e.targetBranch?.value;return!n.lastRun||i===void 0||a===void 0?h(e,t):n.lastRun(i,a,r.signal)}async function h({repository:e,pullRequest:t,targetBranch:n},{github:r,client:i,source:o,poll:s}){let c=t?.value,l=n?.value;if(c===void 0||l===void 0)return _position_js__WEBPACK_IMPORTED_MODULE_1__.C.foundRun;let u=await r.readTestBranches({client:i,repository:e.value,poll:s},c);if(u.kind===`failed`)return u;let d=[...Map.groupBy(u.value,({testRunId:e})=>e).values()];if(d.length>10)return y(`too-many`,`Branches of ${d.length} test runs bear the number #${c}, so its test run is not known`);let f=await Promise.all(d.map(e=>g(e,c,l,o,s.signal))),p=f.filter(e=>e!==null&&e!==`failed`),m=_(p);return m?{kind:`read`,value:m}:p.length>0?y(`too-many`,`Several test runs test #${c}, and the service does not say which is the newest`):f.includes(`failed`)?y(`unavailable`,`The service did not confirm a test run of #${c}`):{kind:`absent`}}async function g(e,n,a,o,s){let[c]=e;if(!c)return null;let l=await o.testRun(c.testRunId,a,s);if(l.kind===`failed`)return`failed`;let u=(0,_branch_js__WEBPACK_IMPORTED_MODULE_0__.o)(l);return!u||!e.some(({name:e,sha:t})=>(0,_branch_js__WEBPACK_IMPORTED_MODULE_0__.t)(u.testBranch)===e&&(0,_commit_js__WEBPACK_IMPORTED_MODULE_4__.t)(u.testBranchSha,t))?null:u.pullRequests?.some(e=>e.number===n)?u:null}function _(e){let[t]=e;if(t&&e.length===1)return t;let n=e.map(e=>({run:e,time:(0,_time_js__WEBPACK_IMPORTED_MODULE_5__.n)(e.createdAt)??NaN}));return n.some(({time:e})=>Number.isNaN(e))?null:n.toSorted((e,t)=>t.time-e.time||(e.run.id<t.run.id?-1:1))[0]?.run??null}function v({checks:e},{checkRunId:t,runId:n}){if(t!==null)return e.some(({id:e})=>e===t)?t:null;let[r,...i]=e.filter(({outcome:e,detailsUrl:t})=>e===`pending`&&/\/runs\/(\d+)(?:\/|$)/.exec(t??``)?.[1]===n);return r&&i.length===0?r.id:null}function y(t,r){return (0,_branch_js__WEBPACK_IMPORTED_MODULE_0__.r)((0,_branch_js__WEBPACK_IMPORTED_MODULE_0__.i)(t,r,(0,_message_js__WEBPACK_IMPORTED_MODULE_6__.p)`Set ${(0,_message_js__WEBPACK_IMPORTED_MODULE_6__.a)(`test-run-id`)}.`))}

/***/ })

};
