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

`),cut:!1}}}}const c=`<h3>🧪 Dry run: this would have been written</h3>`,l={success:`✅`,failure:`❌`,error:`❌`,pending:`🟡`};function u(r,a,o){let s=(0,_targets_js__WEBPACK_IMPORTED_MODULE_0__.r)(r,a,{hasPending:!1,asksSource:o});if(s.kind===`nowhere`)return{notices:f(s.why),preview:null};let{state:c,description:u}=(0,_targets_js__WEBPACK_IMPORTED_MODULE_0__.a)(r),d=`<p>Status on ${(0,_message_js__WEBPACK_IMPORTED_MODULE_2__.t)((0,_message_js__WEBPACK_IMPORTED_MODULE_2__.a)(s.at.slice(0,7)))}: ${l[c]} <b>${(0,_message_js__WEBPACK_IMPORTED_MODULE_2__.t)(a)}</b> (${c}), ${(0,_message_js__WEBPACK_IMPORTED_MODULE_2__.t)(u)}</p>`;return{notices:f(s.note),preview:d}}function d(e,n){let i=(0,_targets_js__WEBPACK_IMPORTED_MODULE_0__.t)(e);if(i.kind===`nowhere`)return{notices:f(i.why),preview:null};let s=`<p>Comment on ${(0,_message_js__WEBPACK_IMPORTED_MODULE_2__.t)((0,_wording_js__WEBPACK_IMPORTED_MODULE_1__.n)(i.at.pullRequests.map(e=>`#${e}`)))}${n===`on-failure`&&e.verdict.succeeds?`, if there is one already`:``}:</p>\n\n<blockquote>\n\n${(0,_targets_js__WEBPACK_IMPORTED_MODULE_0__.o)(e)}\n\n</blockquote>`;return{notices:f(i.note),preview:s}}function f(e){return e===null?[]:[e]}

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
/* harmony import */ var _message_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(3102);
/* harmony import */ var _position_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1914);
/* harmony import */ var _commit_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(6360);
/* harmony import */ var _telling_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(3196);
/* harmony import */ var _wording_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(6121);
/*! targets.js */
function h({serverUrl:t,repository:n,id:r,attempt:i}){if(t===``||n===``||!/^\d+$/.test(r))return null;let a=`${t}/${n}/actions/runs/${r}${/^\d+$/.test(i)?`/attempts/${i}`:``}`;return (0,_message_js__WEBPACK_IMPORTED_MODULE_3__._)(a)?a:null}const g=1e3;function _(e){let{icon:t,headline:n,cause:r,remedy:i}=(0,_telling_js__WEBPACK_IMPORTED_MODULE_1__.a)(e),o=e=>e===``?null:`<p>${(0,_message_js__WEBPACK_IMPORTED_MODULE_3__.t)(e,g)}</p>`;return[`<h3>${t} ${(0,_message_js__WEBPACK_IMPORTED_MODULE_3__.t)(n,g)}</h3>`,(0,_telling_js__WEBPACK_IMPORTED_MODULE_1__.o)(e)?null:o(r),v(e),o(i),y(e)].filter(e=>e!==null).join(`

`)}function v({judged:e,verdict:n}){let r=e?.groups.flatMap(({excuses:e})=>e.blocking)??[];if(r.length===0||n.reasons[0]?.code!==`blocking-failures`)return null;let i=r.slice(0,10).map(({test:e})=>{let n=e.file||e.classname;return`<li>${e.name===``?`<i>no name</i>`:(0,_message_js__WEBPACK_IMPORTED_MODULE_3__.t)((0,_message_js__WEBPACK_IMPORTED_MODULE_3__.a)(e.name))}${n?` in ${(0,_message_js__WEBPACK_IMPORTED_MODULE_3__.t)((0,_message_js__WEBPACK_IMPORTED_MODULE_3__.a)(n))}`:``}</li>`}),o=r.length-i.length,s=o>0?[`<li>${(0,_wording_js__WEBPACK_IMPORTED_MODULE_2__.t)(o,`more test`,`more tests`)} in the summary of the run</li>`]:[];return`<ul>\n${[...i,...s].join(`
`)}\n</ul>`}function y({run:e}){let t=[e.workflow,e.job].filter(e=>e!==``).join(` / `)||`workflow run`;return`<p><sub>${(0,_message_js__WEBPACK_IMPORTED_MODULE_3__.t)((0,_message_js__WEBPACK_IMPORTED_MODULE_3__.l)(t,h(e)))} · Merge Queue Gate</sub></p>`}const b={passed:`success`,reported:`success`,failed:`failure`,unknown:`error`,skipped:`error`,cancelled:`error`};function x(e){let{conclusion:t}=e.verdict,{headline:n,cause:i}=(0,_telling_js__WEBPACK_IMPORTED_MODULE_1__.a)(e),a=t===`passed`||t===`reported`||i===``?n:(0,_message_js__WEBPACK_IMPORTED_MODULE_3__.p)`${n}. ${i}`;return{state:b[t],description:C(a),targetUrl:h(e.run)}}function S(e,t){return{state:`pending`,description:C(`Waiting for ${e.join(`, `)}`),targetUrl:h(t)}}function C(e){let t=(0,_message_js__WEBPACK_IMPORTED_MODULE_3__.r)(e);if(t.length<=140)return t;let n=``;for(let{segment:e}of new Intl.Segmenter(`en`,{granularity:`grapheme`}).segment(t)){if(n.length+e.length>139)break;n+=e}return`${n.trimEnd()}…`}const w=`the repository is on another host than the workflow, so GitHub is not asked about it`;function T({context:e,facts:n,verdict:i}){let a=e=>({kind:`nowhere`,why:(0,_message_js__WEBPACK_IMPORTED_MODULE_3__.p)`No comment was written: ${e}.`});if(e===null||i.conclusion===`cancelled`||j(i))return A;if(!e.onThisServer)return a(w);if(e.pullRequest!==null)return{kind:`here`,at:{pullRequests:[e.pullRequest.value],headSha:e.pullRequestHead},note:null};if(e.kind!==`test-branch`)return a((0,_message_js__WEBPACK_IMPORTED_MODULE_3__.p)`this run is about no pull request. Set ${(0,_message_js__WEBPACK_IMPORTED_MODULE_3__.a)(`pull-request`)}`);let o=(0,_position_js__WEBPACK_IMPORTED_MODULE_0__.u)(n,e)?.pullRequests?.map(({number:e})=>e)??[];if(o.length===0)return a(`the pull requests under test are not known`);let s=o.length-10,c=s>0?`${(0,_wording_js__WEBPACK_IMPORTED_MODULE_2__.t)(s,`pull request`,`pull requests`)} under test got no comment: 10 is the most.`:null;return{kind:`here`,at:{pullRequests:o.slice(0,10),headSha:null},note:c}}function E({context:e,facts:n,verdict:i},a,{hasPending:s,asksSource:l}){let d=e=>({kind:`nowhere`,why:(0,_message_js__WEBPACK_IMPORTED_MODULE_3__.p)`No status was set: ${e}.`});if(e===null)return A;if(!s){if(j(i))return A;if(!e.onThisServer)return d(w);if(l&&(0,_position_js__WEBPACK_IMPORTED_MODULE_0__.a)(n,e,a)!==`free`){let i=(0,_position_js__WEBPACK_IMPORTED_MODULE_0__.s)(n,e)?`it is not known which statuses the queue requires`:`the queue could not be read`;return d((0,_message_js__WEBPACK_IMPORTED_MODULE_3__.p)`${i}, so it is not known whether it requires a status named ${(0,_message_js__WEBPACK_IMPORTED_MODULE_3__.a)(a)}`)}}let f=(0,_commit_js__WEBPACK_IMPORTED_MODULE_4__.i)(e);if(f.kind!==`known`)return d(D[f.kind]);if(!k(f.sha,n,e))return d((0,_message_js__WEBPACK_IMPORTED_MODULE_3__.p)`GitHub and ${e.source.name} have different heads of the pull request`);let p=(0,_position_js__WEBPACK_IMPORTED_MODULE_0__.s)(n,e)?.moreRequired;if(l&&p){let e=(0,_message_js__WEBPACK_IMPORTED_MODULE_3__.p)`The status was set, though it is not wholly known whether the queue requires one named ${(0,_message_js__WEBPACK_IMPORTED_MODULE_3__.a)(a)}: ${p}.`;return{kind:`here`,at:f.sha,note:e}}let m=(0,_message_js__WEBPACK_IMPORTED_MODULE_3__.p)`This step asks no service, so it is not known whether the queue requires a status named ${(0,_message_js__WEBPACK_IMPORTED_MODULE_3__.a)(a)}.`;return{kind:`here`,at:f.sha,note:l?null:m}}const D={"ask-github":`GitHub did not say which commit is the head of the pull request`,none:(0,_message_js__WEBPACK_IMPORTED_MODULE_3__.p)`this event names no commit and no pull request. Set ${(0,_message_js__WEBPACK_IMPORTED_MODULE_3__.a)(`pull-request`)}`};function O(e,t,n){if(!t.onThisServer||(0,_position_js__WEBPACK_IMPORTED_MODULE_0__.a)(e,t,n)!==`free`)return null;let r=(0,_commit_js__WEBPACK_IMPORTED_MODULE_4__.i)(t);return r.kind===`known`&&k(r.sha,e,t)?r.sha:null}function k(e,t,n){let r=n.statusHead===null?null:(0,_position_js__WEBPACK_IMPORTED_MODULE_0__.o)(t,n);return r===null||(0,_commit_js__WEBPACK_IMPORTED_MODULE_4__.t)(r.sha,e)}const A={kind:`nowhere`,why:null};function j({reasons:e}){return e.some(({code:e})=>e===`bad-input`)}

/***/ })

};
