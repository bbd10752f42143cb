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
/* harmony import */ var _wording_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6121);
/*! dry-writers.js */
function s({inputs:e,asksSource:t}){let{comment:n,statusContext:r}=e;return{waiting:()=>{},async tell(e){let i=[r===null?null:u(e,r,t),n===`never`?null:d(e,n)].filter(e=>e!==null),a=i.flatMap(({preview:e})=>e===null?[]:[e]);return{notices:[`This is a dry run: nothing was written to GitHub.`,...i.flatMap(({notices:e})=>e)],preview:a.length===0?null:[c,...a].join(`

`),cut:!1}}}}const c=`<h3>🧪 Dry run: this would have been written</h3>`,l={success:`✅`,failure:`❌`,error:`❌`,pending:`🟡`};function u(r,a,o){let s=(0,_targets_js__WEBPACK_IMPORTED_MODULE_0__.r)(r,a,{hasPending:!1,asksSource:o});if(s.kind===`nowhere`)return{notices:f(s.why),preview:null};let{state:c,description:u}=(0,_targets_js__WEBPACK_IMPORTED_MODULE_0__.a)(r),d=`<p>Status on ${(0,_message_js__WEBPACK_IMPORTED_MODULE_2__.t)((0,_message_js__WEBPACK_IMPORTED_MODULE_2__.i)(s.at.slice(0,7)))}: ${l[c]} <b>${(0,_message_js__WEBPACK_IMPORTED_MODULE_2__.t)(a)}</b> (${c}), ${(0,_message_js__WEBPACK_IMPORTED_MODULE_2__.t)(u)}</p>`;return{notices:f(s.note),preview:d}}function d(e,n){let i=(0,_targets_js__WEBPACK_IMPORTED_MODULE_0__.t)(e);if(i.kind===`nowhere`)return{notices:f(i.why),preview:null};let s=`<p>Comment on ${(0,_message_js__WEBPACK_IMPORTED_MODULE_2__.t)((0,_wording_js__WEBPACK_IMPORTED_MODULE_1__.n)(i.at.pullRequests.map(e=>`#${e}`)))}${n===`on-failure`&&e.verdict.succeeds?`, if there is one already`:``}:</p>\n\n<blockquote>\n\n${(0,_targets_js__WEBPACK_IMPORTED_MODULE_0__.o)(e)}\n\n</blockquote>`;return{notices:f(i.note),preview:s}}function f(e){return e===null?[]:[e]}

/***/ }),

/***/ 5339:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   a: () => (/* binding */ x),
/* harmony export */   i: () => (/* binding */ S),
/* harmony export */   n: () => (/* binding */ O),
/* harmony export */   o: () => (/* binding */ _),
/* harmony export */   r: () => (/* binding */ E),
/* harmony export */   t: () => (/* binding */ T)
/* harmony export */ });
/* harmony import */ var _position_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1914);
/* harmony import */ var _message_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(3102);
/* harmony import */ var _commit_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(6360);
/* harmony import */ var _telling_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(3196);
/* harmony import */ var _wording_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(6121);
/*! targets.js */
function h({serverUrl:e,repository:t,id:n,attempt:r}){if(e===``||t===``||!/^\d+$/.test(n))return null;let i=`${e}/${t}/actions/runs/${n}${/^\d+$/.test(r)?`/attempts/${r}`:``}`;return (0,_message_js__WEBPACK_IMPORTED_MODULE_3__.g)(i)?i:null}const g=1e3;function _(e){let{icon:t,headline:n,cause:r,remedy:i}=(0,_telling_js__WEBPACK_IMPORTED_MODULE_1__.a)(e),a=e=>e===``?null:`<p>${(0,_message_js__WEBPACK_IMPORTED_MODULE_3__.t)(e,g)}</p>`;return[`<h3>${t} ${(0,_message_js__WEBPACK_IMPORTED_MODULE_3__.t)(n,g)}</h3>`,(0,_telling_js__WEBPACK_IMPORTED_MODULE_1__.o)(e)?null:a(r),v(e),a(i),y(e)].filter(e=>e!==null).join(`

`)}function v({judged:e,verdict:t}){let n=e?.groups.flatMap(({excuses:e})=>e.blocking)??[];if(n.length===0||t.reasons[0]?.code!==`blocking-failures`)return null;let r=n.slice(0,10).map(({test:e})=>{let t=e.file||e.classname;return`<li>${e.name===``?`<i>no name</i>`:(0,_message_js__WEBPACK_IMPORTED_MODULE_3__.t)((0,_message_js__WEBPACK_IMPORTED_MODULE_3__.i)(e.name))}${t?` in ${(0,_message_js__WEBPACK_IMPORTED_MODULE_3__.t)((0,_message_js__WEBPACK_IMPORTED_MODULE_3__.i)(t))}`:``}</li>`}),i=n.length-r.length,a=i>0?[`<li>${(0,_wording_js__WEBPACK_IMPORTED_MODULE_2__.t)(i,`more test`,`more tests`)} in the summary of the run</li>`]:[];return`<ul>\n${[...r,...a].join(`
`)}\n</ul>`}function y({run:e}){let t=[e.workflow,e.job].filter(e=>e!==``).join(` / `)||`workflow run`;return`<p><sub>${(0,_message_js__WEBPACK_IMPORTED_MODULE_3__.t)((0,_message_js__WEBPACK_IMPORTED_MODULE_3__.c)(t,h(e)))} · Merge Queue Gate</sub></p>`}const b={passed:`success`,reported:`success`,failed:`failure`,unknown:`error`,skipped:`error`,cancelled:`error`};function x(e){let{conclusion:t}=e.verdict,{headline:n,cause:r}=(0,_telling_js__WEBPACK_IMPORTED_MODULE_1__.a)(e),i=t===`passed`||t===`reported`||r===``?n:(0,_message_js__WEBPACK_IMPORTED_MODULE_3__.f)`${n}. ${r}`;return{state:b[t],description:C(i),targetUrl:h(e.run)}}function S(e,t){return{state:`pending`,description:C(`Waiting for ${e.join(`, `)}`),targetUrl:h(t)}}function C(e){let t=(0,_message_js__WEBPACK_IMPORTED_MODULE_3__.r)(e);if(t.length<=140)return t;let n=``;for(let{segment:e}of new Intl.Segmenter(`en`,{granularity:`grapheme`}).segment(t)){if(n.length+e.length>139)break;n+=e}return`${n.trimEnd()}…`}const w=`the repository is on another host than the workflow, so GitHub is not asked about it`;function T({context:e,facts:t,verdict:n}){let i=e=>({kind:`nowhere`,why:(0,_message_js__WEBPACK_IMPORTED_MODULE_3__.f)`No comment was written: ${e}.`});if(e===null||n.conclusion===`cancelled`||j(n))return A;if(!e.onThisServer)return i(w);if(e.pullRequest!==null)return{kind:`here`,at:{pullRequests:[e.pullRequest.value],headSha:e.pullRequestHead},note:null};if(e.kind!==`test-branch`)return i((0,_message_js__WEBPACK_IMPORTED_MODULE_3__.f)`this run is about no pull request. Set ${(0,_message_js__WEBPACK_IMPORTED_MODULE_3__.i)(`pull-request`)}`);let o=(0,_position_js__WEBPACK_IMPORTED_MODULE_0__.u)(t,e)?.pullRequests?.map(({number:e})=>e)??[];if(o.length===0)return i(`the pull requests under test are not known`);let c=o.length-10,l=c>0?`${(0,_wording_js__WEBPACK_IMPORTED_MODULE_2__.t)(c,`pull request`,`pull requests`)} under test got no comment: 10 is the most.`:null;return{kind:`here`,at:{pullRequests:o.slice(0,10),headSha:null},note:l}}function E({context:t,facts:r,verdict:i},o,{hasPending:c,asksSource:l}){let d=e=>({kind:`nowhere`,why:(0,_message_js__WEBPACK_IMPORTED_MODULE_3__.f)`No status was set: ${e}.`});if(t===null)return A;if(!c){if(j(i))return A;if(!t.onThisServer)return d(w);if(l&&(0,_position_js__WEBPACK_IMPORTED_MODULE_0__.a)(r,t,o)!==`free`){let e=(0,_position_js__WEBPACK_IMPORTED_MODULE_0__.s)(r,t)?`the service does not say which statuses the queue requires`:`the queue could not be read`;return d((0,_message_js__WEBPACK_IMPORTED_MODULE_3__.f)`${e}, so it is not known whether it requires a status named ${(0,_message_js__WEBPACK_IMPORTED_MODULE_3__.i)(o)}`)}}let f=(0,_commit_js__WEBPACK_IMPORTED_MODULE_4__.i)(t);if(f.kind!==`known`)return d(D[f.kind]);if(!k(f.sha,r,t))return d(`GitHub and the service have different heads of the pull request`);let p=(0,_message_js__WEBPACK_IMPORTED_MODULE_3__.f)`This step asks no service, so it is not known whether the queue requires a status named ${(0,_message_js__WEBPACK_IMPORTED_MODULE_3__.i)(o)}.`;return{kind:`here`,at:f.sha,note:l?null:p}}const D={"ask-github":`GitHub did not say which commit is the head of the pull request`,none:(0,_message_js__WEBPACK_IMPORTED_MODULE_3__.f)`this event names no commit and no pull request. Set ${(0,_message_js__WEBPACK_IMPORTED_MODULE_3__.i)(`pull-request`)}`};function O(t,n,r){if(!n.onThisServer||(0,_position_js__WEBPACK_IMPORTED_MODULE_0__.a)(t,n,r)!==`free`)return null;let i=(0,_commit_js__WEBPACK_IMPORTED_MODULE_4__.i)(n);return i.kind===`known`&&k(i.sha,t,n)?i.sha:null}function k(e,n,r){let i=r.statusHead===null?null:(0,_position_js__WEBPACK_IMPORTED_MODULE_0__.o)(n,r);return i===null||(0,_commit_js__WEBPACK_IMPORTED_MODULE_4__.t)(i.sha,e)}const A={kind:`nowhere`,why:null};function j({reasons:e}){return e.some(({code:e})=>e===`bad-input`)}

/***/ })

};
