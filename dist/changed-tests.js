export const id = 901;
export const ids = [901];
export const modules = {

/***/ 901:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   changedExcused: () => (/* binding */ n)
/* harmony export */ });
/* harmony import */ var _escape_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(162);
/* harmony import */ var _test_place_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(583);
/*! changed-tests.js */
async function n({groups:n},{pullRequest:r,repository:i,onThisServer:a},o,{environment:s,signal:c}){let l=n.flatMap(({excuses:e})=>e.excused);if(l.length===0||r===null||!a)return null;let u=s.GITHUB_WORKSPACE||process.cwd(),d=new Set(l.slice(0,1e3).flatMap(({test:e})=>(0,_test_place_js__WEBPACK_IMPORTED_MODULE_0__.t)(e,u)?.file??[]));if(d.size===0)return null;let{github:f,client:p}=await o(),m={budget:f.requestBudget(40),signal:c},h=await f.readChangedFiles(p,i.value,r.value,m);if(h.kind===`failed`)return{kind:`notice`,text:`Whether this pull request changes the files of excused tests is not known: ${h.message}. ${h.remedy}`};let g=h.value.paths.filter(e=>d.has(e));if(g.length>0){let t=g.length>5?` and ${g.length-5} more`:``;return{kind:`warning`,text:`This pull request changes ${`${g.slice(0,5).map(t=>(0,_escape_js__WEBPACK_IMPORTED_MODULE_1__.c)(t,120)).join(`, `)}${t}`}, where tests failed that are excused because they are quarantined. Look whether they fail because of the change.`}}let{incomplete:_}=h.value;return _===null?null:{kind:`notice`,text:`Whether this pull request changes the files of excused tests is not wholly known: ${_.message}.`}}

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
function r({file:e,line:r,report:o},s){if(e===null||e===``)return null;let c=e.replace(/^file:\/\//,``).replaceAll(`\\`,`/`),l=_path_js__WEBPACK_IMPORTED_MODULE_1__.a.resolve(s),u=_path_js__WEBPACK_IMPORTED_MODULE_1__.a.isAbsolute(c)?[l]:i(_path_js__WEBPACK_IMPORTED_MODULE_1__.a.dirname(o));for(let e of u){let i=_path_js__WEBPACK_IMPORTED_MODULE_1__.a.relative(l,_path_js__WEBPACK_IMPORTED_MODULE_1__.a.resolve(l,e,c)).replaceAll(_path_js__WEBPACK_IMPORTED_MODULE_1__.a.sep,`/`);if(!(i===``||i.startsWith(`../`)||i===`..`||_path_js__WEBPACK_IMPORTED_MODULE_1__.a.isAbsolute(i))&&i===(0,_escape_js__WEBPACK_IMPORTED_MODULE_2__.c)(i,1e3)&&a(_path_js__WEBPACK_IMPORTED_MODULE_1__.a.join(l,i)))return{file:i,line:r!==null&&Number.isSafeInteger(r)&&r>0?r:null}}return null}function i(e){if(_path_js__WEBPACK_IMPORTED_MODULE_1__.a.isAbsolute(e))return[``];let n=e.split(`/`).filter(e=>e!==`.`&&e!==``);return n.includes(`..`)?[``]:[``,...n.map((e,t)=>n.slice(0,t+1).join(`/`))]}function a(t){try{return _fs_js__WEBPACK_IMPORTED_MODULE_0__.t.statSync(t,{throwIfNoEntry:!1})?.isFile()??!1}catch{return!1}}

/***/ })

};
