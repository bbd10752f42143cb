export const id = 266;
export const ids = [266];
export const modules = {

/***/ 266:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   GITHUB_ANSWERS: () => (/* binding */ u)
/* harmony export */ });
/* harmony import */ var _description_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(615);
/*! answers.js */
const l=(0,_description_js__WEBPACK_IMPORTED_MODULE_0__.u)({number:_description_js__WEBPACK_IMPORTED_MODULE_0__.i,state:(0,_description_js__WEBPACK_IMPORTED_MODULE_0__.a)([`open`,`closed`]),head:(0,_description_js__WEBPACK_IMPORTED_MODULE_0__.u)({sha:_description_js__WEBPACK_IMPORTED_MODULE_0__.t}),base:(0,_description_js__WEBPACK_IMPORTED_MODULE_0__.u)({ref:_description_js__WEBPACK_IMPORTED_MODULE_0__.r}),mergeable:(0,_description_js__WEBPACK_IMPORTED_MODULE_0__.c)((0,_description_js__WEBPACK_IMPORTED_MODULE_0__.s)()),mergeable_state:(0,_description_js__WEBPACK_IMPORTED_MODULE_0__.c)((0,_description_js__WEBPACK_IMPORTED_MODULE_0__.d)())}),u={pullRequest:(0,_description_js__WEBPACK_IMPORTED_MODULE_0__.n)(l)};

/***/ })

};
