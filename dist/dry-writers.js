export const id = 905;
export const ids = [905];
export const modules = {

/***/ 905:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   createDryWriters: () => (/* binding */ s)
/* harmony export */ });
/* harmony import */ var _escape_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(162);
/* harmony import */ var _targets_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(339);
/* harmony import */ var _wording_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(121);
/*! dry-writers.js */
function s({inputs:e}){let{comment:t,statusContext:n}=e;return{waiting:()=>{},async tell(e){let r=[n===null?null:u(e,n),t===`never`?null:d(e,t)].filter(e=>e!==null),i=r.flatMap(({preview:e})=>e===null?[]:[e]);return{notices:[`This is a dry run: nothing was written to GitHub.`,...r.flatMap(({notices:e})=>e)],preview:i.length===0?null:[c,...i].join(`

`),cut:!1}}}}const c=`<h3>🧪 Dry run: this would have been written</h3>`,l={success:`✅`,failure:`❌`,error:`❌`,pending:`🟡`};function u(r,a){let o=(0,_targets_js__WEBPACK_IMPORTED_MODULE_0__.r)(r,a,!1);if(o.kind===`nowhere`)return{notices:f(o.why),preview:null};let{state:s,description:c}=(0,_targets_js__WEBPACK_IMPORTED_MODULE_0__.a)(r);return{notices:[],preview:`<p>Status on ${(0,_escape_js__WEBPACK_IMPORTED_MODULE_2__.t)(o.at.slice(0,7))}: ${l[s]} <b>${(0,_escape_js__WEBPACK_IMPORTED_MODULE_2__.c)(a)}</b> (${s}), ${(0,_escape_js__WEBPACK_IMPORTED_MODULE_2__.c)(c)}</p>`}}function d(t,n){let i=(0,_targets_js__WEBPACK_IMPORTED_MODULE_0__.t)(t);if(i.kind===`nowhere`)return{notices:f(i.why),preview:null};let s=`<p>Comment on ${(0,_escape_js__WEBPACK_IMPORTED_MODULE_2__.c)((0,_wording_js__WEBPACK_IMPORTED_MODULE_1__.n)(i.at.pullRequests.map(e=>`#${e}`)))}${n===`on-failure`&&t.verdict.succeeds?`, if there is one already`:``}:</p>\n\n<blockquote>\n\n${(0,_targets_js__WEBPACK_IMPORTED_MODULE_0__.o)(t)}\n\n</blockquote>`;return{notices:f(i.note),preview:s}}function f(e){return e===null?[]:[e]}

/***/ }),

/***/ 128:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   i: () => (/* binding */ a),
/* harmony export */   n: () => (/* binding */ s),
/* harmony export */   r: () => (/* binding */ i),
/* harmony export */   t: () => (/* binding */ o)
/* harmony export */ });
/* harmony import */ var _subject_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(949);
/* harmony import */ var _reasons_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(464);
/* harmony import */ var _escape_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(162);
/*! own-status.js */
function i(e){let{kind:t,pullRequest:n,pullRequestHead:r,headSha:i}=e;return n===null||t===`test-branch`||t===`merge-group`?i===null?{kind:`none`}:{kind:`known`,sha:i}:r===null?{kind:`ask-github`,pullRequest:n.value}:{kind:`known`,sha:r}}function a(e,t){return{...e,headSha:e.headSha??t,pullRequestHead:t}}function o(n,r,i){let a=(0,_subject_js__WEBPACK_IMPORTED_MODULE_0__.r)(n,r);return[...a?.requiredStatuses??[],...(0,_subject_js__WEBPACK_IMPORTED_MODULE_0__.a)(n,r)?.requiredStatuses??[]].some(e=>e.trim().toLowerCase()===i.toLowerCase())?`required`:n.queue.kind===`absent`||a&&a.requiredStatuses!==null?`free`:`unknown`}function s(e){return (0,_reasons_js__WEBPACK_IMPORTED_MODULE_1__.r)(`bad-input`,null,`Input \`status-context\`: the queue itself requires a status named "${(0,_escape_js__WEBPACK_IMPORTED_MODULE_2__.s)(e,120)}", so the step would decide what it reports.`,"Choose another name, such as `merge-queue-gate`.")}

/***/ }),

/***/ 339:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   a: () => (/* binding */ D),
/* harmony export */   i: () => (/* binding */ O),
/* harmony export */   n: () => (/* binding */ P),
/* harmony export */   o: () => (/* binding */ y),
/* harmony export */   r: () => (/* binding */ M),
/* harmony export */   t: () => (/* binding */ j)
/* harmony export */ });
/* harmony import */ var _subject_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(949);
/* harmony import */ var _escape_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(162);
/* harmony import */ var _words_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(904);
/* harmony import */ var _wording_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(121);
/* harmony import */ var _headline_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(525);
/* harmony import */ var _index_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(829);
/* harmony import */ var _own_status_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(128);
/*! targets.js */
function _({serverUrl:e,repository:t,id:n,attempt:r}){if(e===``||t===``||!/^\d+$/.test(n))return null;let i=`${e}/${t}/actions/runs/${n}${/^\d+$/.test(r)?`/attempts/${r}`:``}`;return (0,_escape_js__WEBPACK_IMPORTED_MODULE_5__.i)(i)?i:null}const v=1e3;function y(e){let t=[b(e),S(e)].filter(e=>e!==null),n=T(e),r=65e3-t.join(`

`).length-n.length-8;return[...t,C(e,r),n].filter(e=>e!==null).join(`

`)}function b(e){let{icon:t,text:n}=(0,_headline_js__WEBPACK_IMPORTED_MODULE_2__.t)(e);return`<h3>${t} ${(0,_escape_js__WEBPACK_IMPORTED_MODULE_5__.c)(e.verdict.conclusion===`reported`?x(e):n,v)}</h3>`}function x({facts:i,context:a}){let o=a?.pullRequest?.value;if(o!==void 0&&i.pullRequest.kind===`absent`)return`#${o} was never submitted to the queue`;let s=(0,_subject_js__WEBPACK_IMPORTED_MODULE_0__.n)(i,a),c=(0,_subject_js__WEBPACK_IMPORTED_MODULE_0__.r)(i,a);if(s){let e=c&&(0,_subject_js__WEBPACK_IMPORTED_MODULE_0__.c)(c,s.number),n=s.state===null?`in no known state`:(0,_words_js__WEBPACK_IMPORTED_MODULE_6__.i)(s.state);return`#${s.number} is ${n}${s.submitted?``:`, not in the queue`}${e===null?``:`, number ${e} in the queue`}`}let u=(0,_subject_js__WEBPACK_IMPORTED_MODULE_0__.a)(i,a);return u?`The test run is ${u.status===null?`without a status`:(0,_words_js__WEBPACK_IMPORTED_MODULE_6__.i)(u.status)}`:c?`The queue is ${(0,_words_js__WEBPACK_IMPORTED_MODULE_6__.i)(c.state)}`:`Nothing was read`}function S(e){let t=(0,_headline_js__WEBPACK_IMPORTED_MODULE_2__.r)(e);return t&&`<p>${(0,_index_js__WEBPACK_IMPORTED_MODULE_3__.O)(t.message,v)}<br>\n${(0,_escape_js__WEBPACK_IMPORTED_MODULE_5__.c)(t.remedy,v)}</p>`}function C(e,t){let{verdict:n}=e,r=n.conclusion===`passed`||n.conclusion===`reported`,i=n.reasons.filter(({condition:e})=>e!==null||!r).filter(({code:t})=>!(0,_headline_js__WEBPACK_IMPORTED_MODULE_2__.o)(t,e)),a=[...new Map(i.map(e=>[e.message,w(e)])).values()],o=[],s=100;for(let e of a.slice(0,20)){if(s+=e.length+1,s>t)break;o.push(e)}return a.length>o.length&&o.push(`<li>${(0,_wording_js__WEBPACK_IMPORTED_MODULE_1__.t)(a.length-o.length,`more reason`,`more reasons`)} in the summary of the run</li>`),o.length===0?null:`<ul>\n${o.join(`
`)}\n</ul>`}function w({condition:e,message:t,remedy:n}){return`<li>${e===null?``:`${(0,_escape_js__WEBPACK_IMPORTED_MODULE_5__.t)(e)}: `}${(0,_index_js__WEBPACK_IMPORTED_MODULE_3__.O)(t,v)} ${(0,_escape_js__WEBPACK_IMPORTED_MODULE_5__.c)(n,v)}</li>`}function T({run:e}){let t=[e.workflow,e.job].filter(e=>e!==``).join(` / `)||`workflow run`;return`<p><sub>${(0,_escape_js__WEBPACK_IMPORTED_MODULE_5__.o)((0,_escape_js__WEBPACK_IMPORTED_MODULE_5__.c)(t,200),_(e))} · Merge Queue Gate</sub></p>`}const E={passed:`success`,reported:`success`,failed:`failure`,unknown:`error`,skipped:`error`,cancelled:`error`};function D(e){let{conclusion:t,reasons:n}=e.verdict,r=(0,_headline_js__WEBPACK_IMPORTED_MODULE_2__.t)(e).text,i=t===`passed`||t===`reported`?void 0:n[0]?.message,a=i===void 0||r.includes(i)?r:`${r}. ${i}`;return{state:E[t],description:k(a),targetUrl:_(e.run)}}function O(e,t){return{state:`pending`,description:k(`Waiting for ${e.join(`, `)}`),targetUrl:_(t)}}function k(e){let t=(0,_escape_js__WEBPACK_IMPORTED_MODULE_5__.s)(e.replaceAll("`",``).replace(/ \(https?:\/\/[^\s()]*\)/g,``),1e3);if(t.length<=140)return t;let n=``;for(let{segment:e}of new Intl.Segmenter(`en`,{granularity:`grapheme`}).segment(t)){if(n.length+e.length>139)break;n+=e}return`${n.trimEnd()}…`}const A=`the repository is on another host than the workflow, so GitHub is not asked about it`;function j({context:t,facts:n,verdict:r}){let i=e=>({kind:`nowhere`,why:`No comment was written: ${e}.`});if(t===null||r.conclusion===`cancelled`||I(r))return F;if(!t.onThisServer)return i(A);if(t.pullRequest!==null)return{kind:`here`,at:{pullRequests:[t.pullRequest.value],headSha:t.pullRequestHead},note:null};if(t.kind!==`test-branch`)return i("this run is about no pull request. Set `pull-request`");let a=(0,_subject_js__WEBPACK_IMPORTED_MODULE_0__.a)(n,t)?.pullRequests?.map(({number:e})=>e)??[];if(a.length===0)return i(`the pull requests under test are not known`);let o=a.length-10,s=o>0?`${(0,_wording_js__WEBPACK_IMPORTED_MODULE_1__.t)(o,`pull request`,`pull requests`)} under test got no comment: 10 is the most.`:null;return{kind:`here`,at:{pullRequests:a.slice(0,10),headSha:null},note:s}}function M({context:e,facts:t,verdict:n},r,i){let a=e=>({kind:`nowhere`,why:`No status was set: ${e}.`});if(e===null)return F;if(!i){if(I(n))return F;if(!e.onThisServer)return a(A);if((0,_own_status_js__WEBPACK_IMPORTED_MODULE_4__.t)(t,e,r)!==`free`)return a(`the queue could not be read, so it is not known whether it requires a status named \`${r}\``)}let o=(0,_own_status_js__WEBPACK_IMPORTED_MODULE_4__.r)(e);return o.kind===`known`?{kind:`here`,at:o.sha,note:null}:a(N[o.kind])}const N={"ask-github":`GitHub did not say which commit is the head of the pull request`,none:"this event names no commit and no pull request. Set `pull-request`"};function P(e,t,n){if(!t.onThisServer||(0,_own_status_js__WEBPACK_IMPORTED_MODULE_4__.t)(e,t,n)!==`free`)return null;let r=(0,_own_status_js__WEBPACK_IMPORTED_MODULE_4__.r)(t);return r.kind===`known`?r.sha:null}const F={kind:`nowhere`,why:null};function I({reasons:e}){return e.some(({code:e})=>e===`bad-input`)}

/***/ })

};
