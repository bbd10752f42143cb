export const id = 901;
export const ids = [901];
export const modules = {

/***/ 901:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   changedExcused: () => (/* binding */ i)
/* harmony export */ });
/* harmony import */ var _index_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(829);
/* harmony import */ var _test_place_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(583);
/*! changed-tests.js */
async function i({groups:i},{pullRequest:a,repository:o,onThisServer:s},c,{environment:l,signal:u}){let d=i.flatMap(({excuses:e})=>e.excused);if(a===null||!s)return null;let f=l.GITHUB_WORKSPACE||process.cwd(),p=new Set(d.slice(0,1e3).flatMap(({test:e})=>(0,_test_place_js__WEBPACK_IMPORTED_MODULE_1__.n)(e,f)?.file??[]));if(p.size===0)return null;let{github:m,client:h}=await c(),g={budget:m.requestBudget(40),signal:u},_=await m.readChangedFiles({client:h,repository:o.value,poll:g},a.value);if(_.kind===`failed`)return{kind:`notice`,text:(0,_index_js__WEBPACK_IMPORTED_MODULE_0__.cn)`Whether this pull request changes the files of excused tests is not known: ${_.failure.message}. ${_.failure.remedy}`};let v=_.value.paths.filter(e=>p.has(e));if(v.length>0){let r=(0,_index_js__WEBPACK_IMPORTED_MODULE_0__.rn)(v,5,e=>(0,_index_js__WEBPACK_IMPORTED_MODULE_0__.xn)(e,120));return{kind:`warning`,text:(0,_index_js__WEBPACK_IMPORTED_MODULE_0__.cn)`This pull request changes ${r}, where tests failed that are excused because they are quarantined. Look whether they fail because of the change.`}}let{incomplete:y}=_.value;return y===null?null:{kind:`notice`,text:(0,_index_js__WEBPACK_IMPORTED_MODULE_0__.cn)`Whether this pull request changes the files of excused tests is not wholly known: ${y.message}.`}}

/***/ }),

/***/ 583:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   n: () => (/* binding */ r),
/* harmony export */   t: () => (/* binding */ o)
/* harmony export */ });
/* harmony import */ var _index_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(829);
/*! test-place.js */
function r({file:t,line:r,report:i},a){if(t===null)return null;let o=t.replace(/^file:\/\//,``).replaceAll(`\\`,`/`),s=_index_js__WEBPACK_IMPORTED_MODULE_0__.H.resolve(a),u=_index_js__WEBPACK_IMPORTED_MODULE_0__.H.isAbsolute(o)?[s]:c(_index_js__WEBPACK_IMPORTED_MODULE_0__.H.dirname(i));for(let t of u){let i=_index_js__WEBPACK_IMPORTED_MODULE_0__.H.relative(s,_index_js__WEBPACK_IMPORTED_MODULE_0__.H.resolve(s,t,o)).replaceAll(_index_js__WEBPACK_IMPORTED_MODULE_0__.H.sep,`/`);if(!(i.startsWith(`../`)||_index_js__WEBPACK_IMPORTED_MODULE_0__.H.isAbsolute(i))&&i===(0,_index_js__WEBPACK_IMPORTED_MODULE_0__.xn)(i,1e3)&&l(_index_js__WEBPACK_IMPORTED_MODULE_0__.H.join(s,i)))return{file:i,line:r!==null&&Number.isSafeInteger(r)&&r>0?r:null}}return null}const i=[``,`src`,`src/test/java`,`src/test/kotlin`,`test`,`tests`],a=[``,`.py`,`.java`,`.kt`,`.cs`,`.rb`,`.php`,`.ts`,`.js`];function o(t,n){let o=r(t,n),{classname:c,report:l}=t;if(o!==null||!c||t.file||c.length>s)return o;let u=c.split(`.`),d=[c,...[0,1,2].map(e=>u.slice(0,u.length-e).join(`/`))];for(let t of new Set(d.filter(e=>e!==``)))for(let o of i)for(let i of a){let a=r({file:_index_js__WEBPACK_IMPORTED_MODULE_0__.H.posix.join(o,`${t}${i}`),line:null,report:l},n);if(a!==null)return a}return null}const s=300;function c(e){let t=e.split(`/`);return t.includes(`..`)?[``]:[``,...t.map((e,n)=>t.slice(0,n+1).join(`/`))]}function l(e){try{return _index_js__WEBPACK_IMPORTED_MODULE_0__.K.statSync(e).isFile()}catch{return!1}}

/***/ })

};
