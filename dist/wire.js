export const id = 896;
export const ids = [896];
export const modules = {

/***/ 615:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   t: () => (/* binding */ a)
/* harmony export */ });
/* harmony import */ var _shapes_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(463);
/*! description.js */
function a(e){return{schema:e,is:t=>o(e,t,[])===null,problem:async t=>s(o(e,t,[]))}}function o(a,s,c){if(a instanceof _shapes_js__WEBPACK_IMPORTED_MODULE_0__.f)return s===void 0?null:o(a._zod.def.innerType,s,c);if(a instanceof _shapes_js__WEBPACK_IMPORTED_MODULE_0__.u)return s===null?null:o(a._zod.def.innerType,s,c);if(a instanceof _shapes_js__WEBPACK_IMPORTED_MODULE_0__.l&&Array.isArray(s)){for(let[e,t]of s.entries()){let n=o(a._zod.def.element,t,[...c,e]);if(n)return n}return null}if(a instanceof _shapes_js__WEBPACK_IMPORTED_MODULE_0__.d&&typeof s==`object`&&s&&!Array.isArray(s)){for(let[e,t]of Object.entries(a._zod.def.shape)){let n=o(t,Object.hasOwn(s,e)?s[e]:void 0,[...c,e]);if(n)return n}return null}let l=(0,_shapes_js__WEBPACK_IMPORTED_MODULE_0__.j)(a,s).error?.issues[0];return l?{path:c,value:s,issue:l}:null}function s(e){if(e===null)return`the document is not understood`;let{path:t,value:n,issue:r}=e,i=t.map((e,t)=>typeof e==`number`?`[${e}]`:`${t>0?`.`:``}${e}`),a=t.length===0?`the document`:`member \`${i.join(``)}\``;return n===void 0?`${a} is missing`:r.code!==`invalid_type`||r.expected===`int`?`${a} is out of range`:`${a} is not ${/^[aeiou]/.test(r.expected)?`an`:`a`} ${r.expected}`}

/***/ }),

/***/ 134:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   WIRE: () => (/* binding */ y)
/* harmony export */ });
/* harmony import */ var _description_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(615);
/* harmony import */ var _shapes_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(463);
/*! wire.js */
const l=(0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__.x)((0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__.D)()),u=(0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__.x)((0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__.h)()),d=(0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__.x)((0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__.S)()),f=(0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__.x)((0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__.m)((0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__.D)())),p=(0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__.C)({requiresImpactedTargets:u,doesBaseBranchMatch:u,hasImpactedTargets:u,gitHubMergeability:l}),m={stateChangedAt:l,priorityValue:d,priorityName:l,skipTheLine:u,prTitle:l,prBaseBranch:l,prAuthor:l,id:l,state:l,readiness:(0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__.x)(p),usedDefaultPriorityName:l},h=(0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__.C)({...m,forceEnqueued:u,isCurrentlySubmittedToQueue:(0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__.h)(),prNumber:_shapes_js__WEBPACK_IMPORTED_MODULE_1__.a,prSha:_shapes_js__WEBPACK_IMPORTED_MODULE_1__.n}),g=(0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__.C)({state:(0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__.D)(),branch:(0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__.D)(),concurrency:d,testingTimeoutMinutes:d,mode:l,canOptimisticallyMerge:u,pendingFailureDepth:d,batch:u,batchingMaxWaitTimeMinutes:d,batchingMinSize:d,createPrsForTestingBranches:u,commentsEnabled:u,commandsEnabled:u,statusCheckEnabled:u,bisectionConcurrency:d,requiredStatuses:f,directMergeMode:l,optimizationMode:l,mergeMethod:l,enqueuedPullRequests:(0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__.m)((0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__.C)({...m,noBatch:u,prNumber:(0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__.x)(_shapes_js__WEBPACK_IMPORTED_MODULE_1__.a),prSha:l}))}),_=(0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__.C)({requiredStatuses:f,requiredStatusesSource:l,testBranch:(0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__.D)(),testBranchSha:_shapes_js__WEBPACK_IMPORTED_MODULE_1__.n,checkSuites:(0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__.x)((0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__.m)((0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__.C)({checkRuns:(0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__.x)((0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__.m)((0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__.C)({name:l,url:l,status:l,conclusion:l})))}))),statusChecks:(0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__.m)((0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__.C)({context:l,url:l,state:l})),testedPullRequests:(0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__.m)((0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__.C)({prNumber:_shapes_js__WEBPACK_IMPORTED_MODULE_1__.a,prUrl:l,title:l})),createdAt:l,status:l,impactedTargets:f,impactedTargetsForTestedPrs:f,dependentPrs:(0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__.x)((0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__.m)((0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__.S)()))}),v=(0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__.C)({quarantined_tests:(0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__.m)((0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__.C)({name:(0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__.D)(),parent:l,file:l,classname:l,codeowners:f,quarantined_at:l,status_last_updated_at:l,test_case_id:l,variant:l})),page:(0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__.C)({total_rows:d,total_pages:d,next_page_token:l,prev_page_token:l,last_page_token:l,page_index:d})}),y={submittedPullRequest:(0,_description_js__WEBPACK_IMPORTED_MODULE_0__.t)(h),queue:(0,_description_js__WEBPACK_IMPORTED_MODULE_0__.t)(g),testingDetails:(0,_description_js__WEBPACK_IMPORTED_MODULE_0__.t)(_),quarantinedTestsPage:(0,_description_js__WEBPACK_IMPORTED_MODULE_0__.t)(v)};

/***/ })

};
