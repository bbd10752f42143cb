export const id = 905;
export const ids = [905];
export const modules = {

/***/ 4905:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   dryWriters: () => (/* binding */ s)
/* harmony export */ });
/* harmony import */ var _message_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(3102);
/* harmony import */ var _targets_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(5339);
/* harmony import */ var _content_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(7804);
/*! dry-writers.js */
function s({inputs:e,asksSource:t}){let{comment:n,statusContext:r}=e;return{waiting:()=>{},async tell(e){let i=[r===null?null:u(e,r,t),n===`never`?null:d(e,n)].filter(e=>e!==null),a=i.flatMap(({preview:e})=>e===null?[]:[e]);return{notices:[`This is a dry run: nothing was written to GitHub.`,...i.flatMap(({notices:e})=>e)],comments:[],preview:a.length===0?null:[c,...a].join(`

`),cut:!1}}}}const c=`<h3>🧪 Dry run: this would have been written</h3>`,l={success:`✅`,failure:`❌`,error:`❌`,pending:`🟡`};function u(r,a,o){let{at:s,notices:c}=(0,_targets_js__WEBPACK_IMPORTED_MODULE_0__.r)(r,a,{hasPending:!1,asksSource:o});if(s===null)return{notices:c,preview:null};let{state:u,description:d}=(0,_targets_js__WEBPACK_IMPORTED_MODULE_0__.a)(r);return{notices:c,preview:`<p>Status on ${(0,_message_js__WEBPACK_IMPORTED_MODULE_2__.t)((0,_message_js__WEBPACK_IMPORTED_MODULE_2__.a)(s.slice(0,7)))}: ${l[u]} <b>${(0,_message_js__WEBPACK_IMPORTED_MODULE_2__.t)(a)}</b> (${u}), ${(0,_message_js__WEBPACK_IMPORTED_MODULE_2__.t)(d)}</p>`}}function d(e,n){let{at:i,notices:s}=(0,_targets_js__WEBPACK_IMPORTED_MODULE_0__.t)(e);return i===null?{notices:s,preview:null}:{notices:s,preview:`<p>Comment on ${(0,_message_js__WEBPACK_IMPORTED_MODULE_2__.t)((0,_content_js__WEBPACK_IMPORTED_MODULE_1__.p)(i.pullRequests.map(e=>`#${e}`)))}${n===`on-failure`&&e.verdict.succeeds?`, if there is one already`:``}:</p>\n\n<blockquote>\n\n${(0,_targets_js__WEBPACK_IMPORTED_MODULE_0__.o)(e)}\n\n</blockquote>`}}

/***/ }),

/***/ 5339:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   a: () => (/* binding */ T),
/* harmony export */   i: () => (/* binding */ E),
/* harmony export */   n: () => (/* binding */ M),
/* harmony export */   o: () => (/* binding */ b),
/* harmony export */   r: () => (/* binding */ A),
/* harmony export */   t: () => (/* binding */ k)
/* harmony export */ });
/* harmony import */ var _message_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(3102);
/* harmony import */ var _picture_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3427);
/* harmony import */ var _commit_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(6360);
/* harmony import */ var _content_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(7804);
/* harmony import */ var _telling_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(3196);
/*! targets.js */
const y=1e3;function b(e){let{icon:t,headline:n,cause:r,remedy:a}=(0,_telling_js__WEBPACK_IMPORTED_MODULE_2__.o)(e),o=e=>e===``?null:`<p>${(0,_message_js__WEBPACK_IMPORTED_MODULE_3__.t)(e,y)}</p>`,s=o(a===``?``:x(a,e));return[`<h3>${t} ${(0,_message_js__WEBPACK_IMPORTED_MODULE_3__.t)(n,y)}</h3>`,...(0,_telling_js__WEBPACK_IMPORTED_MODULE_2__.s)(e)?[S(e),s]:[o(r),s,S(e)],C(e)].filter(e=>e!==null).join(`

`)}function x(e,{verdict:t}){return e===_picture_js__WEBPACK_IMPORTED_MODULE_0__.A||e===_picture_js__WEBPACK_IMPORTED_MODULE_0__.k||t.reasons[0]?.code===`service-unavailable`?`Run the job again later.`:typeof e==`object`&&e.parts.some(e=>typeof e==`object`&&`code`in e)?(0,_message_js__WEBPACK_IMPORTED_MODULE_3__.p)`For those who maintain the workflow: ${e}`:e}function S({judged:t,verdict:n}){let r=t?.groups.flatMap(({excuses:e})=>e.blocking)??[];if(r.length===0||n.reasons[0]?.code!==`blocking-failures`)return null;let a=r.slice(0,10).map(({test:t})=>{let n=[t.file,t.classname].filter(e=>e!==null&&e!==``),r=(n.length===0&&t.parent?[t.parent]:n).map(t=>(0,_message_js__WEBPACK_IMPORTED_MODULE_3__.t)((0,_message_js__WEBPACK_IMPORTED_MODULE_3__.a)(t??``))).join(`, `);return`<li>${t.name===``?`<i>no name</i>`:(0,_message_js__WEBPACK_IMPORTED_MODULE_3__.t)((0,_message_js__WEBPACK_IMPORTED_MODULE_3__.a)(t.name))}${r&&` in ${r}`}</li>`}),o=r.length-a.length,s=o>0?[`<li>${(0,_content_js__WEBPACK_IMPORTED_MODULE_1__.f)(o,`more test`,`more tests`)} in the summary of the run</li>`]:[];return`<ul>\n${[...a,...s].join(`
`)}\n</ul>`}function C(e){let{run:n}=e,r=[n.workflow,n.job].filter(e=>e!==``).join(` / `)||`workflow run`,a=(0,_telling_js__WEBPACK_IMPORTED_MODULE_2__.r)(e),o=a===null?``:` · ${(0,_message_js__WEBPACK_IMPORTED_MODULE_3__.t)((0,_message_js__WEBPACK_IMPORTED_MODULE_3__.l)(`What this means`,a))}`;return`<p><sub>${(0,_message_js__WEBPACK_IMPORTED_MODULE_3__.t)((0,_message_js__WEBPACK_IMPORTED_MODULE_3__.l)(r,(0,_content_js__WEBPACK_IMPORTED_MODULE_1__.v)(n)))}${o} · Merge Queue Gate</sub></p>`}const w={passed:`success`,reported:`success`,failed:`failure`,unknown:`error`,skipped:`error`,cancelled:`error`};function T(e){let{conclusion:t}=e.verdict,{headline:r,cause:i}=(0,_telling_js__WEBPACK_IMPORTED_MODULE_2__.o)(e),a=t===`passed`||t===`reported`||i===``?r:(0,_message_js__WEBPACK_IMPORTED_MODULE_3__.p)`${r}. ${i}`;return{state:w[t],description:D(a),targetUrl:(0,_content_js__WEBPACK_IMPORTED_MODULE_1__.v)(e.run)}}function E(e,t){return{state:`pending`,description:D(`Waiting for ${e.join(`, `)}`),targetUrl:(0,_content_js__WEBPACK_IMPORTED_MODULE_1__.v)(t)}}function D(e){return (0,_message_js__WEBPACK_IMPORTED_MODULE_3__.y)((0,_message_js__WEBPACK_IMPORTED_MODULE_3__.r)(e),140)}const O=`the repository is on another host than the workflow, so GitHub is not asked about it`;function k({context:t,facts:r,verdict:i}){let a=e=>({at:null,notices:[(0,_message_js__WEBPACK_IMPORTED_MODULE_3__.p)`No comment was written: ${e}.`]});if(t===null||i.conclusion===`cancelled`||F(i))return P;if(!t.onThisServer)return a(O);if(t.pullRequest!==null)return{at:{pullRequests:[t.pullRequest.value],headSha:t.pullRequestHead},notices:[]};if(t.kind!==`test-branch`)return a((0,_message_js__WEBPACK_IMPORTED_MODULE_3__.p)`this run is about no pull request. Leave ${(0,_message_js__WEBPACK_IMPORTED_MODULE_3__.a)(`comment`)} out on such events, or set ${(0,_message_js__WEBPACK_IMPORTED_MODULE_3__.a)(`pull-request`)}`);let o=(0,_picture_js__WEBPACK_IMPORTED_MODULE_0__.y)(r,t)?.pullRequests?.map(({number:e})=>e)??[];if(o.length===0)return a(`the pull requests under test are not known`);let s=o.length-10,c=s>0?[`${(0,_content_js__WEBPACK_IMPORTED_MODULE_1__.f)(s,`pull request`,`pull requests`)} under test got no comment: 10 is the most.`]:[];return{at:{pullRequests:o.slice(0,10),headSha:null},notices:c}}function A({context:t,facts:r,verdict:i},a,{hasPending:o,asksSource:c}){let l=e=>({at:null,notices:[(0,_message_js__WEBPACK_IMPORTED_MODULE_3__.p)`No status was set: ${e}.`]});if(t===null)return P;if(!o){if(F(i))return P;if(!t.onThisServer)return l(O);if(c&&(0,_picture_js__WEBPACK_IMPORTED_MODULE_0__.m)(r,t,a)!==`free`){let i=(0,_picture_js__WEBPACK_IMPORTED_MODULE_0__.g)(r,t)?`it is not known which statuses the queue requires`:`the queue could not be read`;return l((0,_message_js__WEBPACK_IMPORTED_MODULE_3__.p)`${i}, so it is not known whether it requires a status named ${(0,_message_js__WEBPACK_IMPORTED_MODULE_3__.a)(a)}`)}}let d=(0,_commit_js__WEBPACK_IMPORTED_MODULE_4__.a)(t);if(d.kind!==`known`)return l(j[d.kind]);if(!N(d.sha,r,t))return l((0,_message_js__WEBPACK_IMPORTED_MODULE_3__.p)`GitHub and ${t.source.name} have different heads of the pull request`);let p=(0,_picture_js__WEBPACK_IMPORTED_MODULE_0__.g)(r,t)?.moreRequired;if(c&&p){let t=(0,_message_js__WEBPACK_IMPORTED_MODULE_3__.p)`The status was set, though it is not wholly known whether the queue requires one named ${(0,_message_js__WEBPACK_IMPORTED_MODULE_3__.a)(a)}: ${p}.`;return{at:d.sha,notices:[t]}}let m=(0,_message_js__WEBPACK_IMPORTED_MODULE_3__.p)`This step asks no service, so it is not known whether the queue requires a status named ${(0,_message_js__WEBPACK_IMPORTED_MODULE_3__.a)(a)}.`;return{at:d.sha,notices:c?[]:[m]}}const j={"ask-github":`GitHub did not say which commit is the head of the pull request`,none:(0,_message_js__WEBPACK_IMPORTED_MODULE_3__.p)`this event names no commit and no pull request. Set ${(0,_message_js__WEBPACK_IMPORTED_MODULE_3__.a)(`pull-request`)}`};function M(e,t,n){if(!t.onThisServer||(0,_picture_js__WEBPACK_IMPORTED_MODULE_0__.m)(e,t,n)!==`free`)return null;let r=(0,_commit_js__WEBPACK_IMPORTED_MODULE_4__.a)(t);return r.kind===`known`&&N(r.sha,e,t)?r.sha:null}function N(e,t,n){let r=n.statusHead===null?null:(0,_picture_js__WEBPACK_IMPORTED_MODULE_0__.h)(t,n);return r===null||(0,_commit_js__WEBPACK_IMPORTED_MODULE_4__.n)(r.sha,e)}const P={at:null,notices:[]};function F({reasons:e}){return e.some(({code:e})=>e===`bad-input`)}

/***/ })

};
