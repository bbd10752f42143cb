export const id = 901;
export const ids = [901];
export const modules = {

/***/ 901:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   changedExcused: () => (/* binding */ r)
/* harmony export */ });
/* harmony import */ var _escape_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(162);
/* harmony import */ var _words_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(904);
/* harmony import */ var _test_place_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(583);
/*! changed-tests.js */
async function r({groups:r},{pullRequest:i,repository:a,onThisServer:o},s,{environment:c,signal:l}){let u=r.flatMap(({excuses:e})=>e.excused);if(i===null||!o)return null;let d=c.GITHUB_WORKSPACE||process.cwd(),f=new Set(u.slice(0,1e3).flatMap(({test:e})=>(0,_test_place_js__WEBPACK_IMPORTED_MODULE_0__.t)(e,d)?.file??[]));if(f.size===0)return null;let{github:p,client:m}=await s(),h={budget:p.requestBudget(40),signal:l},g=await p.readChangedFiles(m,a.value,i.value,h);if(g.kind===`failed`)return{kind:`notice`,text:`Whether this pull request changes the files of excused tests is not known: ${g.failure.message}. ${g.failure.remedy}`};let _=g.value.paths.filter(e=>f.has(e));if(_.length>0)return{kind:`warning`,text:`This pull request changes ${(0,_words_js__WEBPACK_IMPORTED_MODULE_1__.t)(_,5,t=>(0,_escape_js__WEBPACK_IMPORTED_MODULE_2__.s)(t,120))}, where tests failed that are excused because they are quarantined. Look whether they fail because of the change.`};let{incomplete:v}=g.value;return v===null?null:{kind:`notice`,text:`Whether this pull request changes the files of excused tests is not wholly known: ${v.message}.`}}

/***/ }),

/***/ 583:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   t: () => (/* binding */ r)
/* harmony export */ });
/* harmony import */ var _fs_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(955);
/* harmony import */ var _path_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(467);
/* harmony import */ var _escape_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(162);
/*! test-place.js */
function r({file:e,line:r,report:o},s){if(e===null)return null;let c=e.replace(/^file:\/\//,``).replaceAll(`\\`,`/`),l=_path_js__WEBPACK_IMPORTED_MODULE_1__.a.resolve(s),u=_path_js__WEBPACK_IMPORTED_MODULE_1__.a.isAbsolute(c)?[l]:i(_path_js__WEBPACK_IMPORTED_MODULE_1__.a.dirname(o));for(let e of u){let i=_path_js__WEBPACK_IMPORTED_MODULE_1__.a.relative(l,_path_js__WEBPACK_IMPORTED_MODULE_1__.a.resolve(l,e,c)).replaceAll(_path_js__WEBPACK_IMPORTED_MODULE_1__.a.sep,`/`);if(!(i.startsWith(`../`)||_path_js__WEBPACK_IMPORTED_MODULE_1__.a.isAbsolute(i))&&i===(0,_escape_js__WEBPACK_IMPORTED_MODULE_2__.s)(i,1e3)&&a(_path_js__WEBPACK_IMPORTED_MODULE_1__.a.join(l,i)))return{file:i,line:r!==null&&Number.isSafeInteger(r)&&r>0?r:null}}return null}function i(e){let t=e.split(`/`);return t.includes(`..`)?[``]:[``,...t.map((e,n)=>t.slice(0,n+1).join(`/`))]}function a(t){try{return _fs_js__WEBPACK_IMPORTED_MODULE_0__.t.statSync(t).isFile()}catch{return!1}}

/***/ })

};
