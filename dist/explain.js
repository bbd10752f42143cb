export const id = 494;
export const ids = [494];
export const modules = {

/***/ 494:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   explain: () => (/* binding */ c)
/* harmony export */ });
/* harmony import */ var _subject_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(949);
/* harmony import */ var _time_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(956);
/* harmony import */ var _poll_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(668);
/* harmony import */ var _settled_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(420);
/*! explain.js */
async function c(t,r,i,a){let{github:o,client:c,poll:u,clock:d,own:f}=a,m=r.repository.value,h=r.targetBranch?.value??null,g=(0,_subject_js__WEBPACK_IMPORTED_MODULE_0__.n)(t,r),_=()=>g?o.readPullRequest(c,m,g.number,u):_subject_js__WEBPACK_IMPORTED_MODULE_0__.f.github,v=i.pullRequest&&t.github.kind===`not-asked`,[y,b,x,S,C]=await Promise.all([l(t,r,i,a),v?i.headChecks?(0,_settled_js__WEBPACK_IMPORTED_MODULE_2__.n)(_,{clock:d,signal:u.signal}):_():t.github,i.headChecks&&g?o.readChecks(c,m,g.sha,u):_subject_js__WEBPACK_IMPORTED_MODULE_0__.f.headChecks,i.rules&&h?o.readRequiredChecks(c,m,h,u):_subject_js__WEBPACK_IMPORTED_MODULE_0__.f.rules,i.timeline&&g?o.readTimeline(c,m,g.number,u):_subject_js__WEBPACK_IMPORTED_MODULE_0__.f.timeline]);return{...t,...y,github:b,headChecks:x.kind===`read`?{kind:`read`,value:{...x.value,ownCheckId:p(x.value,f)}}:x,rules:S,timeline:C}}async function l(e,t,n,r){let i=n.testRun?await u(t,r):e.foundRun,a=i.kind===`read`&&(0,_poll_js__WEBPACK_IMPORTED_MODULE_1__.n)(i.value)?i.value:null,s=n.checksOf??a;if(!s)return{foundRun:i,checks:e.checks};let{github:c,client:l,poll:d}=r;return{foundRun:i,checks:await c.readChecks(l,t.repository.value,s.testBranchSha,d)}}async function u({repository:t,pullRequest:n,targetBranch:r},{github:i,client:a,source:o,poll:s}){let c=n?.value,l=r?.value;if(c===void 0||l===void 0)return _subject_js__WEBPACK_IMPORTED_MODULE_0__.f.foundRun;let u=await i.readTestBranches(a,t.value,c,s);if(u.kind===`failed`)return{kind:`failed`,message:u.message,remedy:u.remedy};let p=[...Map.groupBy(u.value,({testRunId:e})=>e).values()];if(p.length>10)return m(`Branches of ${p.length} test runs bear the number #${c}, so its test run is not known`);let h=await Promise.all(p.map(e=>d(e,c,l,o,s.signal))),g=h.filter(e=>e!==null&&e!==`failed`),_=f(g);return _?{kind:`read`,value:_}:g.length>0?m(`Several test runs test #${c}, and the service does not say which is the newest`):h.includes(`failed`)?m(`The service did not confirm a test run of #${c}`):{kind:`absent`}}async function d(e,n,a,o,s){let[c]=e;if(!c)return null;let l=await o.testRun(c.testRunId,a,s);if(l.kind===`failed`)return`failed`;let u=(0,_subject_js__WEBPACK_IMPORTED_MODULE_0__.y)(l);return!u||!e.some(({name:e,sha:n})=>(0,_subject_js__WEBPACK_IMPORTED_MODULE_0__.o)(u.testBranch)===e&&(0,_subject_js__WEBPACK_IMPORTED_MODULE_0__.l)(u.testBranchSha,n))?null:u.pullRequests.some(e=>e.number===n)?u:null}function f(e){let[t]=e;if(t&&e.length===1)return t;let n=e.map(e=>({run:e,time:(0,_time_js__WEBPACK_IMPORTED_MODULE_3__.n)(e.createdAt)??NaN}));return n.some(({time:e})=>Number.isNaN(e))?null:n.toSorted((e,t)=>t.time-e.time||(e.run.id<t.run.id?-1:1))[0]?.run??null}function p({checks:e},{checkRunId:t,runId:n}){if(t!==null)return e.some(({id:e})=>e===t)?t:null;let[r,...i]=e.filter(({outcome:e,detailsUrl:t})=>e===`pending`&&/\/runs\/(\d+)(?:\/|$)/.exec(t??``)?.[1]===n);return r&&i.length===0?r.id:null}function m(e){return{kind:`failed`,message:e,remedy:"Set `test-run-id`."}}

/***/ })

};
