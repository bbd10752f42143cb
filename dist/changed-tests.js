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
async function i(i,{pullRequest:a,repository:o,onThisServer:s},c,{environment:l,signal:u}){if(a===null||!s)return null;let d=l.GITHUB_WORKSPACE||process.cwd(),f=new Set(i.slice(0,1e3).flatMap(({test:e})=>(0,_test_place_js__WEBPACK_IMPORTED_MODULE_0__.n)(e,d)?.file??[]));if(f.size===0)return null;let{github:p,client:m}=await c(),h={budget:p.requestBudget(40),signal:u},g=await p.readChangedFiles({client:m,repository:o.value,poll:h},a.value);if(g.kind===`failed`)return{kind:`notices`,text:(0,_message_js__WEBPACK_IMPORTED_MODULE_1__.p)`It is not known whether this pull request changes the files of excused tests: ${g.failure.message}. ${g.failure.remedy}`};let _=g.value.paths.filter(e=>f.has(e));if(_.length>0){let r=(0,_message_js__WEBPACK_IMPORTED_MODULE_1__.s)(_,5,e=>(0,_message_js__WEBPACK_IMPORTED_MODULE_1__.y)(e,120));return{kind:`warnings`,text:(0,_message_js__WEBPACK_IMPORTED_MODULE_1__.p)`This pull request changes ${r}, where quarantined tests failed and were excused. Check whether they fail because of the change.`}}let{incomplete:v}=g.value;return v===null?null:{kind:`notices`,text:(0,_message_js__WEBPACK_IMPORTED_MODULE_1__.p)`It is not fully known whether this pull request changes the files of excused tests: ${v.message}.`}}

/***/ }),

/***/ 583:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   n: () => (/* binding */ r),
/* harmony export */   t: () => (/* binding */ o)
/* harmony export */ });
/* harmony import */ var _fs_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(2955);
/* harmony import */ var _path_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(7467);
/* harmony import */ var _message_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(3102);
/*! test-place.js */
function r({file:e,line:r,report:i},a){if(e===null)return null;let o=e.replace(/^file:\/\//,``).replaceAll(`\\`,`/`),s=_path_js__WEBPACK_IMPORTED_MODULE_1__.a.resolve(a),u=_path_js__WEBPACK_IMPORTED_MODULE_1__.a.isAbsolute(o)?[s]:c(_path_js__WEBPACK_IMPORTED_MODULE_1__.a.dirname(i));for(let e of u){let i=_path_js__WEBPACK_IMPORTED_MODULE_1__.a.relative(s,_path_js__WEBPACK_IMPORTED_MODULE_1__.a.resolve(s,e,o)).replaceAll(_path_js__WEBPACK_IMPORTED_MODULE_1__.a.sep,`/`);if(!(i.startsWith(`../`)||_path_js__WEBPACK_IMPORTED_MODULE_1__.a.isAbsolute(i))&&i===(0,_message_js__WEBPACK_IMPORTED_MODULE_2__.y)(i,1e3)&&l(_path_js__WEBPACK_IMPORTED_MODULE_1__.a.join(s,i)))return{file:i,line:r}}return null}const i=[``,`src`,`src/test/java`,`src/test/kotlin`,`test`,`tests`],a=[``,`.py`,`.java`,`.kt`,`.cs`,`.rb`,`.php`,`.ts`,`.js`];function o(e,n){let{classname:o,report:c}=e;if(e.file||!o||o.length>s)return r(e,n);let l=o.split(`.`),u=[o,...[0,1,2].map(e=>l.slice(0,l.length-e).join(`/`))];for(let e of new Set(u))for(let o of i)for(let i of a){let a=r({file:_path_js__WEBPACK_IMPORTED_MODULE_1__.a.posix.join(o,`${e}${i}`),line:null,report:c},n);if(a!==null)return a}return null}const s=300;function c(e){let t=e.split(`/`);return t.includes(`..`)?[``]:[``,...t.map((e,n)=>t.slice(0,n+1).join(`/`))]}function l(t){try{return _fs_js__WEBPACK_IMPORTED_MODULE_0__.t.statSync(t).isFile()}catch{return!1}}

/***/ })

};
