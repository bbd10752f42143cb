export const id = 152;
export const ids = [152];
export const modules = {

/***/ 152:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   EVENT_FILES: () => (/* binding */ h)
/* harmony export */ });
/* harmony import */ var _index_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(829);
/* harmony import */ var _shapes_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(463);
/*! event-file.js */
const l=(0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__.y)({id:(0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__._)((0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__.v)()),full_name:(0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__.C)()}),u=(0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__.y)({pull_request:(0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__.y)({number:_shapes_js__WEBPACK_IMPORTED_MODULE_1__.a,head:(0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__.y)({ref:(0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__.C)(),sha:_shapes_js__WEBPACK_IMPORTED_MODULE_1__.t,repo:(0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__._)(l)}),base:(0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__.y)({ref:_shapes_js__WEBPACK_IMPORTED_MODULE_1__.n,repo:l})})}),d=(0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__.y)({ref:(0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__.C)(),after:_shapes_js__WEBPACK_IMPORTED_MODULE_1__.t,repository:(0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__.y)({default_branch:_shapes_js__WEBPACK_IMPORTED_MODULE_1__.n})}),f=(0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__.y)({issue:(0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__.y)({number:_shapes_js__WEBPACK_IMPORTED_MODULE_1__.a,pull_request:(0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__._)((0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__.y)({}))})}),p=(0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__.y)({workflow_run:(0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__.y)({event:(0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__._)((0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__.C)()),head_branch:(0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__._)((0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__.C)()),head_sha:_shapes_js__WEBPACK_IMPORTED_MODULE_1__.t,head_repository:(0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__._)(l),pull_requests:(0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__._)((0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__.u)((0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__.y)({number:_shapes_js__WEBPACK_IMPORTED_MODULE_1__.a,base:(0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__.y)({ref:_shapes_js__WEBPACK_IMPORTED_MODULE_1__.n,repo:(0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__._)((0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__.y)({id:(0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__._)((0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__.v)()),full_name:(0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__._)((0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__.C)())}))})})))}),repository:l}),m=(0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__.y)({merge_group:(0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__.y)({base_ref:_shapes_js__WEBPACK_IMPORTED_MODULE_1__.n,head_sha:_shapes_js__WEBPACK_IMPORTED_MODULE_1__.t})}),h={pullRequest:(0,_index_js__WEBPACK_IMPORTED_MODULE_0__.s)(u),push:(0,_index_js__WEBPACK_IMPORTED_MODULE_0__.s)(d),issueComment:(0,_index_js__WEBPACK_IMPORTED_MODULE_0__.s)(f),workflowRun:(0,_index_js__WEBPACK_IMPORTED_MODULE_0__.s)(p),mergeGroup:(0,_index_js__WEBPACK_IMPORTED_MODULE_0__.s)(m),other:(0,_index_js__WEBPACK_IMPORTED_MODULE_0__.s)((0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__.y)({}))};

/***/ })

};
