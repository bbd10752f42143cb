export const id = 901;
export const ids = [901];
export const modules = {

/***/ 6901:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   changedExcused: () => (/* binding */ i)
/* harmony export */ });
/* harmony import */ var _message_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(3102);
/* harmony import */ var _test_place_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(583);
/*! changed-tests.js */
async function i({groups:i},{pullRequest:a,repository:o,onThisServer:s},c,{environment:l,signal:u}){let d=i.flatMap(({excuses:e})=>e.excused);if(a===null||!s)return null;let f=l.GITHUB_WORKSPACE||process.cwd(),p=new Set(d.slice(0,1e3).flatMap(({test:e})=>(0,_test_place_js__WEBPACK_IMPORTED_MODULE_0__.t)(e,f)?.file??[]));if(p.size===0)return null;let{github:m,client:h}=await c(),g={budget:m.requestBudget(40),signal:u},_=await m.readChangedFiles({client:h,repository:o.value,poll:g},a.value);if(_.kind===`failed`)return{kind:`notice`,text:(0,_message_js__WEBPACK_IMPORTED_MODULE_1__.f)`Whether this pull request changes the files of excused tests is not known: ${_.failure.message}. ${_.failure.remedy}`};let v=_.value.paths.filter(e=>p.has(e));if(v.length>0){let r=(0,_message_js__WEBPACK_IMPORTED_MODULE_1__.o)(v,5,e=>(0,_message_js__WEBPACK_IMPORTED_MODULE_1__.v)(e,120));return{kind:`warning`,text:(0,_message_js__WEBPACK_IMPORTED_MODULE_1__.f)`This pull request changes ${r}, where tests failed that are excused because they are quarantined. Look whether they fail because of the change.`}}let{incomplete:y}=_.value;return y===null?null:{kind:`notice`,text:(0,_message_js__WEBPACK_IMPORTED_MODULE_1__.f)`Whether this pull request changes the files of excused tests is not wholly known: ${y.message}.`}}

/***/ }),

/***/ 583:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   t: () => (/* binding */ r)
/* harmony export */ });
/* harmony import */ var _fs_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(2955);
/* harmony import */ var _path_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(7467);
/* harmony import */ var _message_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(3102);
/*! test-place.js */
function r({file:e,line:r,report:o},s){if(e===null)return null;let c=e.replace(/^file:\/\//,``).replaceAll(`\\`,`/`),l=_path_js__WEBPACK_IMPORTED_MODULE_1__.a.resolve(s),u=_path_js__WEBPACK_IMPORTED_MODULE_1__.a.isAbsolute(c)?[l]:i(_path_js__WEBPACK_IMPORTED_MODULE_1__.a.dirname(o));for(let e of u){let i=_path_js__WEBPACK_IMPORTED_MODULE_1__.a.relative(l,_path_js__WEBPACK_IMPORTED_MODULE_1__.a.resolve(l,e,c)).replaceAll(_path_js__WEBPACK_IMPORTED_MODULE_1__.a.sep,`/`);if(!(i.startsWith(`../`)||_path_js__WEBPACK_IMPORTED_MODULE_1__.a.isAbsolute(i))&&i===(0,_message_js__WEBPACK_IMPORTED_MODULE_2__.v)(i,1e3)&&a(_path_js__WEBPACK_IMPORTED_MODULE_1__.a.join(l,i)))return{file:i,line:r!==null&&Number.isSafeInteger(r)&&r>0?r:null}}return null}function i(e){let t=e.split(`/`);return t.includes(`..`)?[``]:[``,...t.map((e,n)=>t.slice(0,n+1).join(`/`))]}function a(t){try{return _fs_js__WEBPACK_IMPORTED_MODULE_0__.t.statSync(t).isFile()}catch{return!1}}

/***/ })

};
