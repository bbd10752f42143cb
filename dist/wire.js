export const id = 896;
export const ids = [896];
export const modules = {

/***/ 5896:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   PARTS: () => (/* binding */ w),
/* harmony export */   WIRE: () => (/* binding */ C)
/* harmony export */ });
/* harmony import */ var _index_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1300);
/* harmony import */ var _shapes_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(9463);
/*! wire.js */
const f=(0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__.x)((0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__.D)()),p=(0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__.x)((0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__.p)()),m=(0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__.x)((0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__.S)());function h(e){return (0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__.x)((0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__.f)((0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__.b)(e)))}const g=(0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__.C)({requiresImpactedTargets:p,doesBaseBranchMatch:p,hasImpactedTargets:p,gitHubMergeability:f}),_=(0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__.y)({state:f,prBaseBranch:f,isCurrentlySubmittedToQueue:(0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__.p)(),prNumber:_shapes_js__WEBPACK_IMPORTED_MODULE_1__.a,prSha:_shapes_js__WEBPACK_IMPORTED_MODULE_1__.n}),v=(0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__.y)({prNumber:(0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__.x)(_shapes_js__WEBPACK_IMPORTED_MODULE_1__.a)}),y=(0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__.x)((0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__.f)((0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__.k)())),b=(0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__.y)({state:(0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__.D)(),branch:(0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__.D)(),requiredStatuses:y,enqueuedPullRequests:y}),x=(0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__.y)({requiredStatuses:h((0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__.D)()),testBranch:(0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__.D)(),testBranchSha:_shapes_js__WEBPACK_IMPORTED_MODULE_1__.n,checkSuites:h((0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__.C)({checkRuns:h((0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__.y)({name:f,status:f,conclusion:f}))})),statusChecks:h((0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__.y)({context:f,state:f})),testedPullRequests:h((0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__.y)({prNumber:_shapes_js__WEBPACK_IMPORTED_MODULE_1__.a})),status:f}),S=(0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__.C)({quarantined_tests:(0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__.f)((0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__.y)({name:(0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__.D)(),parent:f,file:f,classname:f,quarantined_at:f,status_last_updated_at:f,test_case_id:f,variant:f})),page:(0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__.C)({total_rows:m,total_pages:m,next_page_token:f})}),C={submittedPullRequest:(0,_index_js__WEBPACK_IMPORTED_MODULE_0__.o)(_),queue:(0,_index_js__WEBPACK_IMPORTED_MODULE_0__.o)(b),testingDetails:(0,_index_js__WEBPACK_IMPORTED_MODULE_0__.o)(x),quarantinedTestsPage:(0,_index_js__WEBPACK_IMPORTED_MODULE_0__.o)(S)},w={readiness:(0,_index_js__WEBPACK_IMPORTED_MODULE_0__.o)(g),queueEntry:(0,_index_js__WEBPACK_IMPORTED_MODULE_0__.o)(v)};

/***/ })

};
