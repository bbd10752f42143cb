export const id = 494;
export const ids = [494];
export const modules = {

/***/ 3494:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   explain: () => (/* binding */ f)
/* harmony export */ });
/* harmony import */ var _branch_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(7657);
/* harmony import */ var _facts_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(8006);
/* harmony import */ var _duration_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(2005);
/* harmony import */ var _time_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(1956);
/* harmony import */ var _poll_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(8668);
/* harmony import */ var _subject_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(9949);
/* harmony import */ var _message_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(3102);
/*! explain.js */
async function f(e,t,r,i){let{github:a,client:o,poll:s,clock:u,checkRunId:d}=i,f={client:o,repository:t.repository.value,poll:s},m=t.targetBranch?.value??null,h=(0,_subject_js__WEBPACK_IMPORTED_MODULE_3__.i)(e,t),g=()=>h?a.readPullRequest(f,h.number):_facts_js__WEBPACK_IMPORTED_MODULE_0__.r.github,v=r.pullRequest&&e.github.kind===`not-asked`,[y,b,x,S,C]=await Promise.all([p(e,r,i,f,h&&m?{pr:h,target:m}:null),v?r.headChecks?(0,_poll_js__WEBPACK_IMPORTED_MODULE_2__.r)(g,u,s.signal):g():e.github,r.headChecks&&h?.sha?a.readChecks(f,h.sha):_facts_js__WEBPACK_IMPORTED_MODULE_0__.r.headChecks,r.rules&&m?a.readRequiredChecks(f,m):_facts_js__WEBPACK_IMPORTED_MODULE_0__.r.rules,r.timeline&&h?a.readTimeline(f,h.number):_facts_js__WEBPACK_IMPORTED_MODULE_0__.r.timeline]);return{...e,...y,github:b,headChecks:x.kind===`read`?{kind:`read`,value:{...x.value,ownCheckId:_(x.value,d)}}:x,rules:S,timeline:C}}async function p(e,t,n,r,i){let a=t.testRun&&i?await m(i,n,r):e.foundRun,o=a.kind===`read`&&!n.source.lastRun&&(0,_poll_js__WEBPACK_IMPORTED_MODULE_2__.i)(a.value)?a.value:null,c=t.checksOf??o;return{foundRun:a,checks:c?await n.github.readChecks(r,c.testBranchSha):e.checks}}async function m({pr:e,target:t},{github:n,source:r,poll:i},a){if(r.lastRun)return r.lastRun(e,t,i.signal);let{number:o}=e,s=await n.readTestBranches(a,o);if(s.kind===`failed`)return s;let c=Map.groupBy(s.value,({testRunId:e})=>e);if(c.size>10)return v(`too-many`,`Branches of ${c.size} test runs bear the number #${o}, so it is not known which run tests it`);let l=await Promise.all([...c].map(async([e,n])=>h(await r.testRun(e,t,i.signal),n,o))),u=l.filter(e=>e!==null&&e!==`failed`),d=g(u);return d?{kind:`read`,value:d}:u.length>0?v(`too-many`,`Several test runs test #${o}, and the service does not say which is the newest`):l.includes(`failed`)?v(`unavailable`,`The service did not confirm a test run of #${o}`):{kind:`absent`}}function h(n,i,a){if(n.kind===`failed`)return`failed`;let o=(0,_duration_js__WEBPACK_IMPORTED_MODULE_1__.l)(n);return i.some(({name:n,sha:r})=>o!==null&&(0,_branch_js__WEBPACK_IMPORTED_MODULE_4__.n)(o.testBranch)===n&&(0,_branch_js__WEBPACK_IMPORTED_MODULE_4__.a)(o.testBranchSha,r))&&o?.pullRequests?.some(e=>e.number===a)?o:null}function g(e){let t=e.map(e=>({run:e,time:(0,_time_js__WEBPACK_IMPORTED_MODULE_5__.n)(e.createdAt)}));return t.length>1&&t.some(({time:e})=>e===null)?null:t.toSorted((e,t)=>(t.time??0)-(e.time??0)||(e.run.id<t.run.id?-1:1))[0]?.run??null}function _({checks:e},t){return e.some(({id:e})=>e===t)?t:null}function v(e,t){return (0,_duration_js__WEBPACK_IMPORTED_MODULE_1__.o)((0,_duration_js__WEBPACK_IMPORTED_MODULE_1__.s)(e,t,(0,_message_js__WEBPACK_IMPORTED_MODULE_6__.p)`Set ${(0,_message_js__WEBPACK_IMPORTED_MODULE_6__.a)(`test-run-id`)}.`))}

/***/ })

};
