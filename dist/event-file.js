export const id = 152;
export const ids = [152];
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

/***/ 152:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   EVENT_FILES: () => (/* binding */ h)
/* harmony export */ });
/* harmony import */ var _description_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(615);
/* harmony import */ var _shapes_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(463);
/*! event-file.js */
const l=(0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__.C)({id:(0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__.x)((0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__.S)()),full_name:(0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__.D)()}),u=(0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__.C)({pull_request:(0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__.C)({number:_shapes_js__WEBPACK_IMPORTED_MODULE_1__.a,head:(0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__.C)({ref:(0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__.D)(),sha:_shapes_js__WEBPACK_IMPORTED_MODULE_1__.t,repo:(0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__.x)(l)}),base:(0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__.C)({ref:_shapes_js__WEBPACK_IMPORTED_MODULE_1__.n,repo:l})})}),d=(0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__.C)({ref:(0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__.D)(),after:_shapes_js__WEBPACK_IMPORTED_MODULE_1__.t,repository:(0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__.C)({default_branch:_shapes_js__WEBPACK_IMPORTED_MODULE_1__.n})}),f=(0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__.C)({issue:(0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__.C)({number:_shapes_js__WEBPACK_IMPORTED_MODULE_1__.a,pull_request:(0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__.x)((0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__.C)({}))})}),p=(0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__.C)({workflow_run:(0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__.C)({event:(0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__.x)((0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__.D)()),head_branch:(0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__.x)((0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__.D)()),head_sha:_shapes_js__WEBPACK_IMPORTED_MODULE_1__.t,head_repository:(0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__.x)(l),pull_requests:(0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__.x)((0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__.m)((0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__.C)({number:_shapes_js__WEBPACK_IMPORTED_MODULE_1__.a,base:(0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__.C)({ref:_shapes_js__WEBPACK_IMPORTED_MODULE_1__.n,repo:(0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__.x)((0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__.C)({id:(0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__.x)((0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__.S)()),full_name:(0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__.x)((0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__.D)())}))})})))}),repository:l}),m=(0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__.C)({merge_group:(0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__.C)({base_ref:_shapes_js__WEBPACK_IMPORTED_MODULE_1__.n,head_sha:_shapes_js__WEBPACK_IMPORTED_MODULE_1__.t})}),h={pullRequest:(0,_description_js__WEBPACK_IMPORTED_MODULE_0__.t)(u),push:(0,_description_js__WEBPACK_IMPORTED_MODULE_0__.t)(d),issueComment:(0,_description_js__WEBPACK_IMPORTED_MODULE_0__.t)(f),workflowRun:(0,_description_js__WEBPACK_IMPORTED_MODULE_0__.t)(p),mergeGroup:(0,_description_js__WEBPACK_IMPORTED_MODULE_0__.t)(m),other:(0,_description_js__WEBPACK_IMPORTED_MODULE_0__.t)((0,_shapes_js__WEBPACK_IMPORTED_MODULE_1__.C)({}))};

/***/ })

};
