export const id = 494;
export const ids = [494];
export const modules = {

/***/ 494:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   explain: () => (/* binding */ s)
/* harmony export */ });
/* harmony import */ var _subject_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(949);
/* harmony import */ var _time_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(956);
/* harmony import */ var _poll_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(668);
/*! explain.js */
async function s(n,r,i,a){let{github:o,client:s,poll:l,clock:u,own:d}=a,p=r.repository.value,m=r.targetBranch?.value??null,h=(0,_subject_js__WEBPACK_IMPORTED_MODULE_0__.n)(n,r),g=()=>h?o.readPullRequest(s,p,h.number,l):_subject_js__WEBPACK_IMPORTED_MODULE_0__.d.github,_=i.pullRequest&&n.github.kind===`not-asked`,[v,y,b,x,S]=await Promise.all([c(n,r,i,a),_?i.headChecks?o.readSettled(async()=>g(),u,l.signal):g():n.github,i.headChecks&&h?o.readChecks(s,p,h.sha,l):_subject_js__WEBPACK_IMPORTED_MODULE_0__.d.headChecks,i.headChecks&&m?o.readRequiredChecks(s,p,m,l):_subject_js__WEBPACK_IMPORTED_MODULE_0__.d.rules,i.timeline&&h?o.readTimeline(s,p,h.number,l):_subject_js__WEBPACK_IMPORTED_MODULE_0__.d.timeline]);return{...n,...v,github:y,headChecks:b.kind===`read`?{kind:`read`,value:{...b.value,ownCheckId:f(b.value,d)}}:b,rules:x,timeline:S}}async function c(e,t,n,r){let i=n.testRun?await l(t,r):e.foundRun,a=i.kind===`read`&&(0,_poll_js__WEBPACK_IMPORTED_MODULE_1__.a)(i.value)?i.value:null,s=n.checksOf??a;if(!s)return{foundRun:i,checks:e.checks};let{github:c,client:u,poll:d}=r;return{foundRun:i,checks:await c.readChecks(u,t.repository.value,s.testBranchSha,d)}}async function l({repository:t,pullRequest:n,targetBranch:r},{github:i,client:a,source:o,poll:s}){let c=n?.value,l=r?.value;if(c===void 0||l===void 0)return _subject_js__WEBPACK_IMPORTED_MODULE_0__.d.foundRun;let f=await i.readTestBranches(a,t.value,c,s);if(f.kind===`failed`)return{kind:`failed`,message:f.message,remedy:f.remedy};let m=[...new Map(f.value.map(e=>[e.testRunId.toLowerCase(),e])).values()];if(m.length>10)return p(`${m.length} branches bear the number #${c}, so its test run is not known`);let h=await Promise.all(m.map(e=>u(e,c,l,o,s.signal))),g=h.filter(e=>e!==null&&e!==`failed`),_=d(g);return _?{kind:`read`,value:_}:g.length>0?p(`Several test runs test #${c}, and the service does not say which is the newest`):h.includes(`failed`)?p(`The service did not confirm a test run of #${c}`):{kind:`absent`}}async function u({name:e,sha:t,testRunId:a},o,s,c,l){let u=await c.testRun(a,s,l);if(u.kind===`failed`)return`failed`;let d=(0,_subject_js__WEBPACK_IMPORTED_MODULE_0__.v)(u);return!d||(0,_subject_js__WEBPACK_IMPORTED_MODULE_0__.o)(d.testBranch)!==e||!(0,_subject_js__WEBPACK_IMPORTED_MODULE_0__.s)(d.testBranchSha,t)?null:d.pullRequests.some(e=>e.number===o)?d:null}function d(e){let[t]=e;if(t&&e.length===1)return t;let n=e.map(e=>({run:e,time:(0,_time_js__WEBPACK_IMPORTED_MODULE_2__.n)(e.createdAt)??NaN}));return n.some(({time:e})=>Number.isNaN(e))?null:n.toSorted((e,t)=>t.time-e.time||(e.run.id<t.run.id?-1:1))[0]?.run??null}function f({checks:e},{checkRunId:t,runId:n}){if(t!==null)return e.some(({id:e})=>e===t)?t:null;if(n===``)return null;let[r,...i]=e.filter(({outcome:e,detailsUrl:t})=>e===`pending`&&/\/runs\/(\d+)(?:\/|$)/.exec(t??``)?.[1]===n);return r&&i.length===0?r.id:null}function p(e){return{kind:`failed`,message:e,remedy:"Set `test-run-id`."}}

/***/ })

};
