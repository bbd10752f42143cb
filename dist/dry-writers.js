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
function s({inputs:e,asksSource:t}){let{comment:n,statusContext:r}=e;return{waiting:()=>{},async tell(e){let i=[r===null?null:u(e,r,t),n===`never`?null:d(e,n)].filter(e=>e!==null),a=i.flatMap(({preview:e})=>e===null?[]:[e]);return{notices:[`This is a dry run: nothing was written to GitHub.`,...i.flatMap(({notices:e})=>e)],preview:a.length===0?null:[c,...a].join(`

`),cut:!1}}}}const c=`<h3>🧪 Dry run: this would have been written</h3>`,l={success:`✅`,failure:`❌`,error:`❌`,pending:`🟡`};function u(r,a,o){let s=(0,_targets_js__WEBPACK_IMPORTED_MODULE_0__.r)(r,a,{hasPending:!1,asksSource:o});if(s.kind===`nowhere`)return{notices:f(s.why),preview:null};let{state:c,description:u}=(0,_targets_js__WEBPACK_IMPORTED_MODULE_0__.a)(r),d=`<p>Status on ${(0,_escape_js__WEBPACK_IMPORTED_MODULE_2__.t)(s.at.slice(0,7))}: ${l[c]} <b>${(0,_escape_js__WEBPACK_IMPORTED_MODULE_2__.c)(a)}</b> (${c}), ${(0,_escape_js__WEBPACK_IMPORTED_MODULE_2__.c)(u)}</p>`;return{notices:f(s.note),preview:d}}function d(t,n){let i=(0,_targets_js__WEBPACK_IMPORTED_MODULE_0__.t)(t);if(i.kind===`nowhere`)return{notices:f(i.why),preview:null};let s=`<p>Comment on ${(0,_escape_js__WEBPACK_IMPORTED_MODULE_2__.c)((0,_wording_js__WEBPACK_IMPORTED_MODULE_1__.n)(i.at.pullRequests.map(e=>`#${e}`)))}${n===`on-failure`&&t.verdict.succeeds?`, if there is one already`:``}:</p>\n\n<blockquote>\n\n${(0,_targets_js__WEBPACK_IMPORTED_MODULE_0__.o)(t)}\n\n</blockquote>`;return{notices:f(i.note),preview:s}}function f(e){return e===null?[]:[e]}

/***/ }),

/***/ 128:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   n: () => (/* binding */ o),
/* harmony export */   r: () => (/* binding */ i),
/* harmony export */   t: () => (/* binding */ a)
/* harmony export */ });
/* harmony import */ var _position_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(914);
/* harmony import */ var _reasons_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(464);
/* harmony import */ var _escape_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(162);
/*! own-status.js */
function i(e){let{kind:t,pullRequest:n,pullRequestHead:r,statusHead:i,headSha:a}=e;if(n===null||t===`test-branch`||t===`merge-group`)return a===null?{kind:`none`}:{kind:`known`,sha:a};let o=r??i;return o===null?{kind:`ask-github`,pullRequest:n.value}:{kind:`known`,sha:o}}function a(n,r,i){let a=(0,_position_js__WEBPACK_IMPORTED_MODULE_0__.a)(n,r);return[...a?.requiredStatuses??[],...(0,_position_js__WEBPACK_IMPORTED_MODULE_0__.s)(n,r)?.requiredStatuses??[]].some(e=>e.trim().toLowerCase()===i.toLowerCase())?`required`:n.queue.kind===`absent`||a&&a.requiredStatuses!==null?`free`:`unknown`}function o(e){return (0,_reasons_js__WEBPACK_IMPORTED_MODULE_1__.r)(`bad-input`,null,`Input \`status-context\`: the queue itself requires a status named "${(0,_escape_js__WEBPACK_IMPORTED_MODULE_2__.s)(e,120)}", so the step would decide what it reports.`,"Choose another name, such as `merge-queue-gate`.")}

/***/ }),

/***/ 339:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   a: () => (/* binding */ O),
/* harmony export */   i: () => (/* binding */ k),
/* harmony export */   n: () => (/* binding */ F),
/* harmony export */   o: () => (/* binding */ b),
/* harmony export */   r: () => (/* binding */ N),
/* harmony export */   t: () => (/* binding */ M)
/* harmony export */ });
/* harmony import */ var _position_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(914);
/* harmony import */ var _escape_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(162);
/* harmony import */ var _words_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(904);
/* harmony import */ var _wording_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(121);
/* harmony import */ var _headline_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(525);
/* harmony import */ var _index_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(829);
/* harmony import */ var _own_status_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(128);
/*! targets.js */
function v({serverUrl:e,repository:t,id:n,attempt:r}){if(e===``||t===``||!/^\d+$/.test(n))return null;let i=`${e}/${t}/actions/runs/${n}${/^\d+$/.test(r)?`/attempts/${r}`:``}`;return (0,_escape_js__WEBPACK_IMPORTED_MODULE_5__.i)(i)?i:null}const y=1e3;function b(e){let t=[x(e),C(e)].filter(e=>e!==null),n=E(e),r=65e3-t.join(`

`).length-n.length-8;return[...t,w(e,r),n].filter(e=>e!==null).join(`

`)}function x(e){let{icon:t,text:n}=(0,_headline_js__WEBPACK_IMPORTED_MODULE_2__.t)(e);return`<h3>${t} ${(0,_escape_js__WEBPACK_IMPORTED_MODULE_5__.c)(e.verdict.conclusion===`reported`?S(e):n,y)}</h3>`}function S({facts:n,context:a}){let o=a?.pullRequest?.value;if(o!==void 0&&n.pullRequest.kind===`absent`)return`#${o} was never submitted to the queue`;let s=(0,_position_js__WEBPACK_IMPORTED_MODULE_0__.i)(n,a),c=(0,_position_js__WEBPACK_IMPORTED_MODULE_0__.a)(n,a);if(s){let e=c&&(0,_position_js__WEBPACK_IMPORTED_MODULE_0__.n)(c,s.number),t=s.state===null?`in no known state`:(0,_words_js__WEBPACK_IMPORTED_MODULE_6__.i)(s.state);return`#${s.number} is ${t}${s.submitted?``:`, not in the queue`}${e===null?``:`, number ${e} in the queue`}`}let l=(0,_position_js__WEBPACK_IMPORTED_MODULE_0__.s)(n,a);return l?`The test run is ${l.status===null?`without a status`:(0,_words_js__WEBPACK_IMPORTED_MODULE_6__.i)(l.status)}`:c?`The queue is ${(0,_words_js__WEBPACK_IMPORTED_MODULE_6__.i)(c.state)}`:`Nothing was read`}function C(e){let t=(0,_headline_js__WEBPACK_IMPORTED_MODULE_2__.r)(e);return t&&`<p>${(0,_index_js__WEBPACK_IMPORTED_MODULE_3__.v)(t.message,y)}<br>\n${(0,_escape_js__WEBPACK_IMPORTED_MODULE_5__.c)(t.remedy,y)}</p>`}function w(e,t){let{verdict:n}=e,r=n.conclusion===`passed`||n.conclusion===`reported`,i=n.reasons.filter(({condition:e})=>e!==null||!r).filter(({code:t})=>!(0,_headline_js__WEBPACK_IMPORTED_MODULE_2__.o)(t,e)),a=[...new Map(i.map(e=>[e.message,T(e)])).values()],o=[],s=100;for(let e of a.slice(0,20)){if(s+=e.length+1,s>t)break;o.push(e)}return a.length>o.length&&o.push(`<li>${(0,_wording_js__WEBPACK_IMPORTED_MODULE_1__.t)(a.length-o.length,`more reason`,`more reasons`)} in the summary of the run</li>`),o.length===0?null:`<ul>\n${o.join(`
`)}\n</ul>`}function T({condition:e,message:t,remedy:n}){return`<li>${e===null?``:`${(0,_escape_js__WEBPACK_IMPORTED_MODULE_5__.t)(e)}: `}${(0,_index_js__WEBPACK_IMPORTED_MODULE_3__.v)(t,y)} ${(0,_escape_js__WEBPACK_IMPORTED_MODULE_5__.c)(n,y)}</li>`}function E({run:e}){let t=[e.workflow,e.job].filter(e=>e!==``).join(` / `)||`workflow run`;return`<p><sub>${(0,_escape_js__WEBPACK_IMPORTED_MODULE_5__.o)((0,_escape_js__WEBPACK_IMPORTED_MODULE_5__.c)(t,200),v(e))} · Merge Queue Gate</sub></p>`}const D={passed:`success`,reported:`success`,failed:`failure`,unknown:`error`,skipped:`error`,cancelled:`error`};function O(e){let{conclusion:t,reasons:n}=e.verdict,r=(0,_headline_js__WEBPACK_IMPORTED_MODULE_2__.t)(e).text,i=t===`passed`||t===`reported`?void 0:n[0]?.message,a=i===void 0||r.includes(i)?r:`${r}. ${i}`;return{state:D[t],description:A(a),targetUrl:v(e.run)}}function k(e,t){return{state:`pending`,description:A(`Waiting for ${e.join(`, `)}`),targetUrl:v(t)}}function A(e){let t=(0,_escape_js__WEBPACK_IMPORTED_MODULE_5__.s)(e.replaceAll("`",``).replace(/ \(https?:\/\/[^\s()]*\)/g,``),1e3);if(t.length<=140)return t;let n=``;for(let{segment:e}of new Intl.Segmenter(`en`,{granularity:`grapheme`}).segment(t)){if(n.length+e.length>139)break;n+=e}return`${n.trimEnd()}…`}const j=`the repository is on another host than the workflow, so GitHub is not asked about it`;function M({context:e,facts:t,verdict:n}){let r=e=>({kind:`nowhere`,why:`No comment was written: ${e}.`});if(e===null||n.conclusion===`cancelled`||R(n))return L;if(!e.onThisServer)return r(j);if(e.pullRequest!==null)return{kind:`here`,at:{pullRequests:[e.pullRequest.value],headSha:e.pullRequestHead},note:null};if(e.kind!==`test-branch`)return r("this run is about no pull request. Set `pull-request`");let a=(0,_position_js__WEBPACK_IMPORTED_MODULE_0__.s)(t,e)?.pullRequests?.map(({number:e})=>e)??[];if(a.length===0)return r(`the pull requests under test are not known`);let o=a.length-10,s=o>0?`${(0,_wording_js__WEBPACK_IMPORTED_MODULE_1__.t)(o,`pull request`,`pull requests`)} under test got no comment: 10 is the most.`:null;return{kind:`here`,at:{pullRequests:a.slice(0,10),headSha:null},note:s}}function N({context:e,facts:t,verdict:n},r,{hasPending:i,asksSource:a}){let o=e=>({kind:`nowhere`,why:`No status was set: ${e}.`});if(e===null)return L;if(!i){if(R(n))return L;if(!e.onThisServer)return o(j);if(a&&(0,_own_status_js__WEBPACK_IMPORTED_MODULE_4__.t)(t,e,r)!==`free`)return o(`the queue could not be read, so it is not known whether it requires a status named \`${r}\``)}let s=(0,_own_status_js__WEBPACK_IMPORTED_MODULE_4__.r)(e);if(s.kind!==`known`)return o(P[s.kind]);if(!I(s.sha,t,e))return o(`GitHub and the service have different heads of the pull request`);let c=`This step asks no service, so it is not known whether the queue requires a status named \`${r}\`.`;return{kind:`here`,at:s.sha,note:a?null:c}}const P={"ask-github":`GitHub did not say which commit is the head of the pull request`,none:"this event names no commit and no pull request. Set `pull-request`"};function F(e,t,n){if(!t.onThisServer||(0,_own_status_js__WEBPACK_IMPORTED_MODULE_4__.t)(e,t,n)!==`free`)return null;let r=(0,_own_status_js__WEBPACK_IMPORTED_MODULE_4__.r)(t);return r.kind===`known`&&I(r.sha,e,t)?r.sha:null}function I(e,r,i){let a=i.statusHead===null?null:(0,_position_js__WEBPACK_IMPORTED_MODULE_0__.i)(r,i);return a===null||(0,_position_js__WEBPACK_IMPORTED_MODULE_0__.l)(a.sha,e)}const L={kind:`nowhere`,why:null};function R({reasons:e}){return e.some(({code:e})=>e===`bad-input`)}

/***/ })

};
