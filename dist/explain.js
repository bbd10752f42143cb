export const id = 494;
export const ids = [494];
export const modules = {

/***/ 3494:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   explain: () => (/* binding */ d)
/* harmony export */ });
/* harmony import */ var _branch_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(7657);
/* harmony import */ var _facts_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(8006);
/* harmony import */ var _duration_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(2005);
/* harmony import */ var _time_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(1956);
/* harmony import */ var _poll_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(8668);
/* harmony import */ var _subject_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(9949);
/* harmony import */ var _message_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(3102);
/*! explain.js */
async function d(e,t,r,i){let{github:a,client:o,poll:l,clock:u,checkRunId:d}=i,p={client:o,repository:t.repository.value,poll:l},m=t.targetBranch?.value??null,h=(0,_subject_js__WEBPACK_IMPORTED_MODULE_3__.i)(e,t),_=()=>h?a.readPullRequest(p,h.number):_facts_js__WEBPACK_IMPORTED_MODULE_0__.r.github,v=r.pullRequest&&e.github.kind===`not-asked`,[y,b,x,S,C]=await Promise.all([f(e,r,i,p,h&&m?{pr:h,target:m}:null),v?r.headChecks?(0,_poll_js__WEBPACK_IMPORTED_MODULE_2__.r)(_,u,l.signal):_():e.github,r.headChecks&&h?.sha?a.readChecks(p,h.sha):_facts_js__WEBPACK_IMPORTED_MODULE_0__.r.headChecks,r.rules&&m?a.readRequiredChecks(p,m):_facts_js__WEBPACK_IMPORTED_MODULE_0__.r.rules,r.timeline&&h?a.readTimeline(p,h.number):_facts_js__WEBPACK_IMPORTED_MODULE_0__.r.timeline]);return{...e,...y,github:b,headChecks:x.kind===`read`?{kind:`read`,value:{...x.value,ownCheckId:g(x.value,d)}}:x,rules:S,timeline:C}}async function f(e,t,n,r,i){let a=t.testRun&&i?await p(i,n,r):e.foundRun,s=a.kind===`read`&&!n.source.lastRun&&(0,_poll_js__WEBPACK_IMPORTED_MODULE_2__.i)(a.value),c=t.checksOf??(s?a.value:null);return{foundRun:a,checks:c?await n.github.readChecks(r,c.testBranchSha):e.checks}}async function p({pr:e,target:t},{github:n,source:r,poll:i},a){if(r.lastRun)return r.lastRun(e,t,i.signal);let{number:o}=e,s=await n.readTestBranches(a,o);if(s.kind===`failed`)return s;let c=Map.groupBy(s.value,({testRunId:e})=>e);if(c.size>10)return _(`too-many`,`Branches of ${c.size} test runs bear the number #${o}, so it is not known which run tests it`);let l=await Promise.all([...c].map(async([e,n])=>m(await r.testRun(e,t,i.signal),n,o))),u=l.filter(e=>e!==null&&e!==`failed`),d=h(u);return d?{kind:`read`,value:d}:u.length>0?_(`too-many`,`Several test runs test #${o}, and the service does not say which is the newest`):l.includes(`failed`)?_(`unavailable`,`The service did not confirm a test run of #${o}`):{kind:`absent`}}function m(n,r,i){if(n.kind===`failed`)return`failed`;if(n.kind!==`read`)return null;let a=n.value;return r.some(({name:n,sha:r})=>(0,_branch_js__WEBPACK_IMPORTED_MODULE_4__.n)(a.testBranch)===n&&(0,_branch_js__WEBPACK_IMPORTED_MODULE_4__.a)(a.testBranchSha,r))&&a.pullRequests?.some(e=>e.number===i)?a:null}function h(e){let t=e.map(e=>({run:e,time:(0,_time_js__WEBPACK_IMPORTED_MODULE_5__.n)(e.createdAt)}));return t.length>1&&t.some(({time:e})=>e===null)?null:t.toSorted((e,t)=>(t.time??0)-(e.time??0))[0]?.run??null}function g({checks:e},t){return e.some(({id:e})=>e===t)?t:null}function _(e,t){return (0,_duration_js__WEBPACK_IMPORTED_MODULE_1__.o)((0,_duration_js__WEBPACK_IMPORTED_MODULE_1__.s)(e,t,(0,_message_js__WEBPACK_IMPORTED_MODULE_6__.p)`Set ${(0,_message_js__WEBPACK_IMPORTED_MODULE_6__.a)(`test-run-id`)}.`))}

/***/ })

};
