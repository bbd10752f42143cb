export const id = 905;
export const ids = [905];
export const modules = {

/***/ 905:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   dryWriters: () => (/* binding */ s)
/* harmony export */ });
/* harmony import */ var _message_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(102);
/* harmony import */ var _targets_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(339);
/* harmony import */ var _wording_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(121);
/*! dry-writers.js */
function s({inputs:e,asksSource:t}){let{comment:n,statusContext:r}=e;return{waiting:()=>{},async tell(e){let i=[r===null?null:u(e,r,t),n===`never`?null:d(e,n)].filter(e=>e!==null),a=i.flatMap(({preview:e})=>e===null?[]:[e]);return{notices:[`This is a dry run: nothing was written to GitHub.`,...i.flatMap(({notices:e})=>e)],preview:a.length===0?null:[c,...a].join(`

`),cut:!1}}}}const c=`<h3>🧪 Dry run: this would have been written</h3>`,l={success:`✅`,failure:`❌`,error:`❌`,pending:`🟡`};function u(r,a,o){let s=(0,_targets_js__WEBPACK_IMPORTED_MODULE_0__.r)(r,a,{hasPending:!1,asksSource:o});if(s.kind===`nowhere`)return{notices:f(s.why),preview:null};let{state:c,description:u}=(0,_targets_js__WEBPACK_IMPORTED_MODULE_0__.a)(r),d=`<p>Status on ${(0,_message_js__WEBPACK_IMPORTED_MODULE_2__.t)((0,_message_js__WEBPACK_IMPORTED_MODULE_2__.i)(s.at.slice(0,7)))}: ${l[c]} <b>${(0,_message_js__WEBPACK_IMPORTED_MODULE_2__.t)(a)}</b> (${c}), ${(0,_message_js__WEBPACK_IMPORTED_MODULE_2__.t)(u)}</p>`;return{notices:f(s.note),preview:d}}function d(e,n){let i=(0,_targets_js__WEBPACK_IMPORTED_MODULE_0__.t)(e);if(i.kind===`nowhere`)return{notices:f(i.why),preview:null};let s=`<p>Comment on ${(0,_message_js__WEBPACK_IMPORTED_MODULE_2__.t)((0,_wording_js__WEBPACK_IMPORTED_MODULE_1__.n)(i.at.pullRequests.map(e=>`#${e}`)))}${n===`on-failure`&&e.verdict.succeeds?`, if there is one already`:``}:</p>\n\n<blockquote>\n\n${(0,_targets_js__WEBPACK_IMPORTED_MODULE_0__.o)(e)}\n\n</blockquote>`;return{notices:f(i.note),preview:s}}function f(e){return e===null?[]:[e]}

/***/ }),

/***/ 128:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   n: () => (/* binding */ s),
/* harmony export */   t: () => (/* binding */ o)
/* harmony export */ });
/* harmony import */ var _message_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(102);
/* harmony import */ var _reasons_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(464);
/* harmony import */ var _position_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(914);
/*! own-status.js */
function o(e,t,n){let r=(0,_position_js__WEBPACK_IMPORTED_MODULE_1__.o)(e,t);return[...r?.requiredStatuses??[],...(0,_position_js__WEBPACK_IMPORTED_MODULE_1__.c)(e,t)?.requiredStatuses??[]].some(e=>e.trim().toLowerCase()===n.toLowerCase())?`required`:e.queue.kind===`absent`||r&&r.requiredStatuses!==null?`free`:`unknown`}function s(i){return (0,_reasons_js__WEBPACK_IMPORTED_MODULE_0__.r)(`bad-input`,null,(0,_message_js__WEBPACK_IMPORTED_MODULE_2__.f)`Input ${(0,_message_js__WEBPACK_IMPORTED_MODULE_2__.i)(`status-context`)}: the queue itself requires a status named ${(0,_message_js__WEBPACK_IMPORTED_MODULE_2__.u)(i)}, so the step would decide what it reports.`,(0,_message_js__WEBPACK_IMPORTED_MODULE_2__.f)`Choose another name, such as ${(0,_message_js__WEBPACK_IMPORTED_MODULE_2__.i)(`merge-queue-gate`)}.`)}

/***/ }),

/***/ 339:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   a: () => (/* binding */ A),
/* harmony export */   i: () => (/* binding */ j),
/* harmony export */   n: () => (/* binding */ L),
/* harmony export */   o: () => (/* binding */ x),
/* harmony export */   r: () => (/* binding */ F),
/* harmony export */   t: () => (/* binding */ P)
/* harmony export */ });
/* harmony import */ var _position_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(914);
/* harmony import */ var _message_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(102);
/* harmony import */ var _words_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(904);
/* harmony import */ var _wording_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(121);
/* harmony import */ var _diagnosis_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(440);
/* harmony import */ var _own_status_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(128);
/*! targets.js */
function y({serverUrl:e,repository:t,id:n,attempt:r}){if(e===``||t===``||!/^\d+$/.test(n))return null;let i=`${e}/${t}/actions/runs/${n}${/^\d+$/.test(r)?`/attempts/${r}`:``}`;return (0,_message_js__WEBPACK_IMPORTED_MODULE_4__.g)(i)?i:null}const b=1e3;function x(e){let t=T(e);for(let n=Math.min(t.length,20);;n--){let r=[S(e),w(e),E(t,n),O(e)].filter(e=>e!==null).join(`

`);if(r.length<=65e3||n===0)return r}}function S(e){let{icon:t,text:n}=(0,_diagnosis_js__WEBPACK_IMPORTED_MODULE_2__.l)(e);return`<h3>${t} ${(0,_message_js__WEBPACK_IMPORTED_MODULE_4__.t)(e.verdict.conclusion===`reported`?C(e):n,b)}</h3>`}function C({facts:n,context:r}){let o=r?.pullRequest?.value;if(o!==void 0&&n.pullRequest.kind===`absent`)return`#${o} was never submitted to the queue`;let s=(0,_position_js__WEBPACK_IMPORTED_MODULE_0__.a)(n,r),c=(0,_position_js__WEBPACK_IMPORTED_MODULE_0__.o)(n,r);if(s){let e=c&&(0,_position_js__WEBPACK_IMPORTED_MODULE_0__.r)(c,s.number),t=s.state===null?`in no known state`:(0,_words_js__WEBPACK_IMPORTED_MODULE_5__.t)(s.state);return`#${s.number} is ${t}${s.submitted?``:`, not in the queue`}${e===null?``:`, number ${e} in the queue`}`}let l=(0,_position_js__WEBPACK_IMPORTED_MODULE_0__.c)(n,r);return l?`The test run is ${l.status===null?`without a status`:(0,_words_js__WEBPACK_IMPORTED_MODULE_5__.t)(l.status)}`:c?`The queue is ${(0,_words_js__WEBPACK_IMPORTED_MODULE_5__.t)(c.state)}`:`Nothing was read`}function w(e){let t=(0,_diagnosis_js__WEBPACK_IMPORTED_MODULE_2__.n)(e);if(!t)return null;let n=t.remedy===``?``:`<br>\n${(0,_message_js__WEBPACK_IMPORTED_MODULE_4__.t)(t.remedy,b)}`;return`<p>${(0,_message_js__WEBPACK_IMPORTED_MODULE_4__.t)(t.message,b)}${n}</p>`}function T(e){let{verdict:t}=e,n=t.conclusion===`passed`||t.conclusion===`reported`,r=t.reasons.filter(({condition:e})=>e!==null||!n).filter(({code:t})=>!(0,_diagnosis_js__WEBPACK_IMPORTED_MODULE_2__.a)(t,e));return[...new Map(r.map(e=>[(0,_message_js__WEBPACK_IMPORTED_MODULE_4__.n)(e.message),D(e)])).values()]}function E(e,t){if(e.length===0)return null;let n=(0,_wording_js__WEBPACK_IMPORTED_MODULE_1__.t)(e.length-t,`more reason`,`more reasons`),r=e.length>t?[`<li>${n} in the summary of the run</li>`]:[];return`<ul>\n${[...e.slice(0,t),...r].join(`
`)}\n</ul>`}function D({condition:e,message:t,remedy:n}){return`<li>${e===null?``:`${(0,_message_js__WEBPACK_IMPORTED_MODULE_4__.t)((0,_message_js__WEBPACK_IMPORTED_MODULE_4__.i)(e))}: `}${(0,_message_js__WEBPACK_IMPORTED_MODULE_4__.t)(t,b)} ${(0,_message_js__WEBPACK_IMPORTED_MODULE_4__.t)(n,b)}</li>`}function O({run:e}){let t=[e.workflow,e.job].filter(e=>e!==``).join(` / `)||`workflow run`;return`<p><sub>${(0,_message_js__WEBPACK_IMPORTED_MODULE_4__.t)((0,_message_js__WEBPACK_IMPORTED_MODULE_4__.c)(t,y(e)))} · Merge Queue Gate</sub></p>`}const k={passed:`success`,reported:`success`,failed:`failure`,unknown:`error`,skipped:`error`,cancelled:`error`};function A(e){let{conclusion:t,reasons:n}=e.verdict,{text:r,isReason:i}=(0,_diagnosis_js__WEBPACK_IMPORTED_MODULE_2__.l)(e),a=t===`passed`||t===`reported`?void 0:n[0]?.message,o=a===void 0?r:i?a:(0,_message_js__WEBPACK_IMPORTED_MODULE_4__.f)`${r}. ${a}`;return{state:k[t],description:M(o),targetUrl:y(e.run)}}function j(e,t){return{state:`pending`,description:M(`Waiting for ${e.join(`, `)}`),targetUrl:y(t)}}function M(e){let t=(0,_message_js__WEBPACK_IMPORTED_MODULE_4__.r)(e);if(t.length<=140)return t;let n=``;for(let{segment:e}of new Intl.Segmenter(`en`,{granularity:`grapheme`}).segment(t)){if(n.length+e.length>139)break;n+=e}return`${n.trimEnd()}…`}const N=`the repository is on another host than the workflow, so GitHub is not asked about it`;function P({context:e,facts:n,verdict:r}){let i=e=>({kind:`nowhere`,why:(0,_message_js__WEBPACK_IMPORTED_MODULE_4__.f)`No comment was written: ${e}.`});if(e===null||r.conclusion===`cancelled`||B(r))return z;if(!e.onThisServer)return i(N);if(e.pullRequest!==null)return{kind:`here`,at:{pullRequests:[e.pullRequest.value],headSha:e.pullRequestHead},note:null};if(e.kind!==`test-branch`)return i((0,_message_js__WEBPACK_IMPORTED_MODULE_4__.f)`this run is about no pull request. Set ${(0,_message_js__WEBPACK_IMPORTED_MODULE_4__.i)(`pull-request`)}`);let a=(0,_position_js__WEBPACK_IMPORTED_MODULE_0__.c)(n,e)?.pullRequests?.map(({number:e})=>e)??[];if(a.length===0)return i(`the pull requests under test are not known`);let o=a.length-10,c=o>0?`${(0,_wording_js__WEBPACK_IMPORTED_MODULE_1__.t)(o,`pull request`,`pull requests`)} under test got no comment: 10 is the most.`:null;return{kind:`here`,at:{pullRequests:a.slice(0,10),headSha:null},note:c}}function F({context:e,facts:t,verdict:r},a,{hasPending:o,asksSource:c}){let u=e=>({kind:`nowhere`,why:(0,_message_js__WEBPACK_IMPORTED_MODULE_4__.f)`No status was set: ${e}.`});if(e===null)return z;if(!o){if(B(r))return z;if(!e.onThisServer)return u(N);if(c&&(0,_own_status_js__WEBPACK_IMPORTED_MODULE_3__.t)(t,e,a)!==`free`){let n=(0,_position_js__WEBPACK_IMPORTED_MODULE_0__.o)(t,e)?`the service does not say which statuses the queue requires`:`the queue could not be read`;return u((0,_message_js__WEBPACK_IMPORTED_MODULE_4__.f)`${n}, so it is not known whether it requires a status named ${(0,_message_js__WEBPACK_IMPORTED_MODULE_4__.i)(a)}`)}}let d=(0,_position_js__WEBPACK_IMPORTED_MODULE_0__.f)(e);if(d.kind!==`known`)return u(I[d.kind]);if(!R(d.sha,t,e))return u(`GitHub and the service have different heads of the pull request`);let f=(0,_message_js__WEBPACK_IMPORTED_MODULE_4__.f)`This step asks no service, so it is not known whether the queue requires a status named ${(0,_message_js__WEBPACK_IMPORTED_MODULE_4__.i)(a)}.`;return{kind:`here`,at:d.sha,note:c?null:f}}const I={"ask-github":`GitHub did not say which commit is the head of the pull request`,none:(0,_message_js__WEBPACK_IMPORTED_MODULE_4__.f)`this event names no commit and no pull request. Set ${(0,_message_js__WEBPACK_IMPORTED_MODULE_4__.i)(`pull-request`)}`};function L(e,t,r){if(!t.onThisServer||(0,_own_status_js__WEBPACK_IMPORTED_MODULE_3__.t)(e,t,r)!==`free`)return null;let i=(0,_position_js__WEBPACK_IMPORTED_MODULE_0__.f)(t);return i.kind===`known`&&R(i.sha,e,t)?i.sha:null}function R(t,n,i){let a=i.statusHead===null?null:(0,_position_js__WEBPACK_IMPORTED_MODULE_0__.a)(n,i);return a===null||(0,_position_js__WEBPACK_IMPORTED_MODULE_0__.l)(a.sha,t)}const z={kind:`nowhere`,why:null};function B({reasons:e}){return e.some(({code:e})=>e===`bad-input`)}

/***/ })

};
