// Made by scripts/guards.ts of wire.ts, with zod's compiler: change that, not this.
// @ts-nocheck
import type { WIRE } from './wire.ts'

const INVALID = Symbol('invalid')

/** True where a JSON document is as its schema says, and nothing else is. */
export const GUARDS: Record<keyof typeof WIRE, (json: unknown) => true | typeof INVALID> = {
submittedPullRequest: (input) => {
if (typeof input !== "object" || input === null || Array.isArray(input)) return INVALID;
const v0 = input["stateChangedAt"];
let v1 = (() => {
  let v2;
  if (v0 !== undefined) {
    let v3 = null;
    if (v0 !== null) {
      if (typeof v0 !== "string") return INVALID;
      v3 = v0;
    }
    v2 = v3;
  }
  return v2;
})();
if (v1 === INVALID) {
  if ("stateChangedAt" in input) return INVALID;
  v1 = undefined;
}
const v4 = input["priorityValue"];
let v5 = (() => {
  let v6;
  if (v4 !== undefined) {
    let v7 = null;
    if (v4 !== null) {
      if (typeof v4 !== "number" || !Number.isFinite(v4)) return INVALID;
      v7 = v4;
    }
    v6 = v7;
  }
  return v6;
})();
if (v5 === INVALID) {
  if ("priorityValue" in input) return INVALID;
  v5 = undefined;
}
const v8 = input["priorityName"];
let v9 = (() => {
  let v10;
  if (v8 !== undefined) {
    let v11 = null;
    if (v8 !== null) {
      if (typeof v8 !== "string") return INVALID;
      v11 = v8;
    }
    v10 = v11;
  }
  return v10;
})();
if (v9 === INVALID) {
  if ("priorityName" in input) return INVALID;
  v9 = undefined;
}
const v12 = input["skipTheLine"];
let v13 = (() => {
  let v14;
  if (v12 !== undefined) {
    let v15 = null;
    if (v12 !== null) {
      if (typeof v12 !== "boolean") return INVALID;
      v15 = v12;
    }
    v14 = v15;
  }
  return v14;
})();
if (v13 === INVALID) {
  if ("skipTheLine" in input) return INVALID;
  v13 = undefined;
}
const v16 = input["prTitle"];
let v17 = (() => {
  let v18;
  if (v16 !== undefined) {
    let v19 = null;
    if (v16 !== null) {
      if (typeof v16 !== "string") return INVALID;
      v19 = v16;
    }
    v18 = v19;
  }
  return v18;
})();
if (v17 === INVALID) {
  if ("prTitle" in input) return INVALID;
  v17 = undefined;
}
const v20 = input["prBaseBranch"];
let v21 = (() => {
  let v22;
  if (v20 !== undefined) {
    let v23 = null;
    if (v20 !== null) {
      if (typeof v20 !== "string") return INVALID;
      v23 = v20;
    }
    v22 = v23;
  }
  return v22;
})();
if (v21 === INVALID) {
  if ("prBaseBranch" in input) return INVALID;
  v21 = undefined;
}
const v24 = input["prAuthor"];
let v25 = (() => {
  let v26;
  if (v24 !== undefined) {
    let v27 = null;
    if (v24 !== null) {
      if (typeof v24 !== "string") return INVALID;
      v27 = v24;
    }
    v26 = v27;
  }
  return v26;
})();
if (v25 === INVALID) {
  if ("prAuthor" in input) return INVALID;
  v25 = undefined;
}
const v28 = input["id"];
let v29 = (() => {
  let v30;
  if (v28 !== undefined) {
    let v31 = null;
    if (v28 !== null) {
      if (typeof v28 !== "string") return INVALID;
      v31 = v28;
    }
    v30 = v31;
  }
  return v30;
})();
if (v29 === INVALID) {
  if ("id" in input) return INVALID;
  v29 = undefined;
}
const v32 = input["state"];
let v33 = (() => {
  let v34;
  if (v32 !== undefined) {
    let v35 = null;
    if (v32 !== null) {
      if (typeof v32 !== "string") return INVALID;
      v35 = v32;
    }
    v34 = v35;
  }
  return v34;
})();
if (v33 === INVALID) {
  if ("state" in input) return INVALID;
  v33 = undefined;
}
const v36 = input["readiness"];
let v37 = (() => {
  let v38;
  if (v36 !== undefined) {
    let v39 = null;
    if (v36 !== null) {
      if (typeof v36 !== "object" || v36 === null || Array.isArray(v36)) return INVALID;
      const v40 = v36["requiresImpactedTargets"];
      let v41 = (() => {
        let v42;
        if (v40 !== undefined) {
          let v43 = null;
          if (v40 !== null) {
            if (typeof v40 !== "boolean") return INVALID;
            v43 = v40;
          }
          v42 = v43;
        }
        return v42;
      })();
      if (v41 === INVALID) {
        if ("requiresImpactedTargets" in v36) return INVALID;
        v41 = undefined;
      }
      const v44 = v36["doesBaseBranchMatch"];
      let v45 = (() => {
        let v46;
        if (v44 !== undefined) {
          let v47 = null;
          if (v44 !== null) {
            if (typeof v44 !== "boolean") return INVALID;
            v47 = v44;
          }
          v46 = v47;
        }
        return v46;
      })();
      if (v45 === INVALID) {
        if ("doesBaseBranchMatch" in v36) return INVALID;
        v45 = undefined;
      }
      const v48 = v36["hasImpactedTargets"];
      let v49 = (() => {
        let v50;
        if (v48 !== undefined) {
          let v51 = null;
          if (v48 !== null) {
            if (typeof v48 !== "boolean") return INVALID;
            v51 = v48;
          }
          v50 = v51;
        }
        return v50;
      })();
      if (v49 === INVALID) {
        if ("hasImpactedTargets" in v36) return INVALID;
        v49 = undefined;
      }
      const v52 = v36["gitHubMergeability"];
      let v53 = (() => {
        let v54;
        if (v52 !== undefined) {
          let v55 = null;
          if (v52 !== null) {
            if (typeof v52 !== "string") return INVALID;
            v55 = v52;
          }
          v54 = v55;
        }
        return v54;
      })();
      if (v53 === INVALID) {
        if ("gitHubMergeability" in v36) return INVALID;
        v53 = undefined;
      }
      const v56 = {};
      if ("requiresImpactedTargets" in v36) v56["requiresImpactedTargets"] = v41;
      if ("doesBaseBranchMatch" in v36) v56["doesBaseBranchMatch"] = v45;
      if ("hasImpactedTargets" in v36) v56["hasImpactedTargets"] = v49;
      if ("gitHubMergeability" in v36) v56["gitHubMergeability"] = v53;
      v39 = v56;
    }
    v38 = v39;
  }
  return v38;
})();
if (v37 === INVALID) {
  if ("readiness" in input) return INVALID;
  v37 = undefined;
}
const v57 = input["usedDefaultPriorityName"];
let v58 = (() => {
  let v59;
  if (v57 !== undefined) {
    let v60 = null;
    if (v57 !== null) {
      if (typeof v57 !== "string") return INVALID;
      v60 = v57;
    }
    v59 = v60;
  }
  return v59;
})();
if (v58 === INVALID) {
  if ("usedDefaultPriorityName" in input) return INVALID;
  v58 = undefined;
}
const v61 = input["forceEnqueued"];
let v62 = (() => {
  let v63;
  if (v61 !== undefined) {
    let v64 = null;
    if (v61 !== null) {
      if (typeof v61 !== "boolean") return INVALID;
      v64 = v61;
    }
    v63 = v64;
  }
  return v63;
})();
if (v62 === INVALID) {
  if ("forceEnqueued" in input) return INVALID;
  v62 = undefined;
}
const v65 = input["isCurrentlySubmittedToQueue"];
if (typeof v65 !== "boolean") return INVALID;
const v66 = input["prNumber"];
if (typeof v66 !== "number" || !Number.isFinite(v66)) return INVALID;
if (!Number.isSafeInteger(v66)) return INVALID;
if (v66 <= 0) return INVALID;
if (v66 > 2147483647) return INVALID;
const v67 = input["prSha"];
if (typeof v67 !== "string") return INVALID;
return true;
},

queue: (input) => {
if (typeof input !== "object" || input === null || Array.isArray(input)) return INVALID;
const v0 = input["state"];
if (typeof v0 !== "string") return INVALID;
const v1 = input["branch"];
if (typeof v1 !== "string") return INVALID;
const v2 = input["concurrency"];
let v3 = (() => {
  let v4;
  if (v2 !== undefined) {
    let v5 = null;
    if (v2 !== null) {
      if (typeof v2 !== "number" || !Number.isFinite(v2)) return INVALID;
      v5 = v2;
    }
    v4 = v5;
  }
  return v4;
})();
if (v3 === INVALID) {
  if ("concurrency" in input) return INVALID;
  v3 = undefined;
}
const v6 = input["testingTimeoutMinutes"];
let v7 = (() => {
  let v8;
  if (v6 !== undefined) {
    let v9 = null;
    if (v6 !== null) {
      if (typeof v6 !== "number" || !Number.isFinite(v6)) return INVALID;
      v9 = v6;
    }
    v8 = v9;
  }
  return v8;
})();
if (v7 === INVALID) {
  if ("testingTimeoutMinutes" in input) return INVALID;
  v7 = undefined;
}
const v10 = input["mode"];
let v11 = (() => {
  let v12;
  if (v10 !== undefined) {
    let v13 = null;
    if (v10 !== null) {
      if (typeof v10 !== "string") return INVALID;
      v13 = v10;
    }
    v12 = v13;
  }
  return v12;
})();
if (v11 === INVALID) {
  if ("mode" in input) return INVALID;
  v11 = undefined;
}
const v14 = input["canOptimisticallyMerge"];
let v15 = (() => {
  let v16;
  if (v14 !== undefined) {
    let v17 = null;
    if (v14 !== null) {
      if (typeof v14 !== "boolean") return INVALID;
      v17 = v14;
    }
    v16 = v17;
  }
  return v16;
})();
if (v15 === INVALID) {
  if ("canOptimisticallyMerge" in input) return INVALID;
  v15 = undefined;
}
const v18 = input["pendingFailureDepth"];
let v19 = (() => {
  let v20;
  if (v18 !== undefined) {
    let v21 = null;
    if (v18 !== null) {
      if (typeof v18 !== "number" || !Number.isFinite(v18)) return INVALID;
      v21 = v18;
    }
    v20 = v21;
  }
  return v20;
})();
if (v19 === INVALID) {
  if ("pendingFailureDepth" in input) return INVALID;
  v19 = undefined;
}
const v22 = input["batch"];
let v23 = (() => {
  let v24;
  if (v22 !== undefined) {
    let v25 = null;
    if (v22 !== null) {
      if (typeof v22 !== "boolean") return INVALID;
      v25 = v22;
    }
    v24 = v25;
  }
  return v24;
})();
if (v23 === INVALID) {
  if ("batch" in input) return INVALID;
  v23 = undefined;
}
const v26 = input["batchingMaxWaitTimeMinutes"];
let v27 = (() => {
  let v28;
  if (v26 !== undefined) {
    let v29 = null;
    if (v26 !== null) {
      if (typeof v26 !== "number" || !Number.isFinite(v26)) return INVALID;
      v29 = v26;
    }
    v28 = v29;
  }
  return v28;
})();
if (v27 === INVALID) {
  if ("batchingMaxWaitTimeMinutes" in input) return INVALID;
  v27 = undefined;
}
const v30 = input["batchingMinSize"];
let v31 = (() => {
  let v32;
  if (v30 !== undefined) {
    let v33 = null;
    if (v30 !== null) {
      if (typeof v30 !== "number" || !Number.isFinite(v30)) return INVALID;
      v33 = v30;
    }
    v32 = v33;
  }
  return v32;
})();
if (v31 === INVALID) {
  if ("batchingMinSize" in input) return INVALID;
  v31 = undefined;
}
const v34 = input["createPrsForTestingBranches"];
let v35 = (() => {
  let v36;
  if (v34 !== undefined) {
    let v37 = null;
    if (v34 !== null) {
      if (typeof v34 !== "boolean") return INVALID;
      v37 = v34;
    }
    v36 = v37;
  }
  return v36;
})();
if (v35 === INVALID) {
  if ("createPrsForTestingBranches" in input) return INVALID;
  v35 = undefined;
}
const v38 = input["commentsEnabled"];
let v39 = (() => {
  let v40;
  if (v38 !== undefined) {
    let v41 = null;
    if (v38 !== null) {
      if (typeof v38 !== "boolean") return INVALID;
      v41 = v38;
    }
    v40 = v41;
  }
  return v40;
})();
if (v39 === INVALID) {
  if ("commentsEnabled" in input) return INVALID;
  v39 = undefined;
}
const v42 = input["commandsEnabled"];
let v43 = (() => {
  let v44;
  if (v42 !== undefined) {
    let v45 = null;
    if (v42 !== null) {
      if (typeof v42 !== "boolean") return INVALID;
      v45 = v42;
    }
    v44 = v45;
  }
  return v44;
})();
if (v43 === INVALID) {
  if ("commandsEnabled" in input) return INVALID;
  v43 = undefined;
}
const v46 = input["statusCheckEnabled"];
let v47 = (() => {
  let v48;
  if (v46 !== undefined) {
    let v49 = null;
    if (v46 !== null) {
      if (typeof v46 !== "boolean") return INVALID;
      v49 = v46;
    }
    v48 = v49;
  }
  return v48;
})();
if (v47 === INVALID) {
  if ("statusCheckEnabled" in input) return INVALID;
  v47 = undefined;
}
const v50 = input["bisectionConcurrency"];
let v51 = (() => {
  let v52;
  if (v50 !== undefined) {
    let v53 = null;
    if (v50 !== null) {
      if (typeof v50 !== "number" || !Number.isFinite(v50)) return INVALID;
      v53 = v50;
    }
    v52 = v53;
  }
  return v52;
})();
if (v51 === INVALID) {
  if ("bisectionConcurrency" in input) return INVALID;
  v51 = undefined;
}
const v54 = input["requiredStatuses"];
let v55 = (() => {
  let v56;
  if (v54 !== undefined) {
    let v57 = null;
    if (v54 !== null) {
      if (!Array.isArray(v54)) return INVALID;
      const v58 = new Array(v54.length);
      for (let v59 = 0; v59 < v54.length; v59++) {
        const v60 = v54[v59];
        if (typeof v60 !== "string") return INVALID;
        v58[v59] = v60;
      }
      v57 = v58;
    }
    v56 = v57;
  }
  return v56;
})();
if (v55 === INVALID) {
  if ("requiredStatuses" in input) return INVALID;
  v55 = undefined;
}
const v61 = input["directMergeMode"];
let v62 = (() => {
  let v63;
  if (v61 !== undefined) {
    let v64 = null;
    if (v61 !== null) {
      if (typeof v61 !== "string") return INVALID;
      v64 = v61;
    }
    v63 = v64;
  }
  return v63;
})();
if (v62 === INVALID) {
  if ("directMergeMode" in input) return INVALID;
  v62 = undefined;
}
const v65 = input["optimizationMode"];
let v66 = (() => {
  let v67;
  if (v65 !== undefined) {
    let v68 = null;
    if (v65 !== null) {
      if (typeof v65 !== "string") return INVALID;
      v68 = v65;
    }
    v67 = v68;
  }
  return v67;
})();
if (v66 === INVALID) {
  if ("optimizationMode" in input) return INVALID;
  v66 = undefined;
}
const v69 = input["mergeMethod"];
let v70 = (() => {
  let v71;
  if (v69 !== undefined) {
    let v72 = null;
    if (v69 !== null) {
      if (typeof v69 !== "string") return INVALID;
      v72 = v69;
    }
    v71 = v72;
  }
  return v71;
})();
if (v70 === INVALID) {
  if ("mergeMethod" in input) return INVALID;
  v70 = undefined;
}
const v73 = input["enqueuedPullRequests"];
if (!Array.isArray(v73)) return INVALID;
for (let v74 = 0; v74 < v73.length; v74++) {
  const v75 = v73[v74];
  if (typeof v75 !== "object" || v75 === null || Array.isArray(v75)) return INVALID;
  const v76 = v75["stateChangedAt"];
  let v77 = (() => {
    let v78;
    if (v76 !== undefined) {
      let v79 = null;
      if (v76 !== null) {
        if (typeof v76 !== "string") return INVALID;
        v79 = v76;
      }
      v78 = v79;
    }
    return v78;
  })();
  if (v77 === INVALID) {
    if ("stateChangedAt" in v75) return INVALID;
    v77 = undefined;
  }
  const v80 = v75["priorityValue"];
  let v81 = (() => {
    let v82;
    if (v80 !== undefined) {
      let v83 = null;
      if (v80 !== null) {
        if (typeof v80 !== "number" || !Number.isFinite(v80)) return INVALID;
        v83 = v80;
      }
      v82 = v83;
    }
    return v82;
  })();
  if (v81 === INVALID) {
    if ("priorityValue" in v75) return INVALID;
    v81 = undefined;
  }
  const v84 = v75["priorityName"];
  let v85 = (() => {
    let v86;
    if (v84 !== undefined) {
      let v87 = null;
      if (v84 !== null) {
        if (typeof v84 !== "string") return INVALID;
        v87 = v84;
      }
      v86 = v87;
    }
    return v86;
  })();
  if (v85 === INVALID) {
    if ("priorityName" in v75) return INVALID;
    v85 = undefined;
  }
  const v88 = v75["skipTheLine"];
  let v89 = (() => {
    let v90;
    if (v88 !== undefined) {
      let v91 = null;
      if (v88 !== null) {
        if (typeof v88 !== "boolean") return INVALID;
        v91 = v88;
      }
      v90 = v91;
    }
    return v90;
  })();
  if (v89 === INVALID) {
    if ("skipTheLine" in v75) return INVALID;
    v89 = undefined;
  }
  const v92 = v75["prTitle"];
  let v93 = (() => {
    let v94;
    if (v92 !== undefined) {
      let v95 = null;
      if (v92 !== null) {
        if (typeof v92 !== "string") return INVALID;
        v95 = v92;
      }
      v94 = v95;
    }
    return v94;
  })();
  if (v93 === INVALID) {
    if ("prTitle" in v75) return INVALID;
    v93 = undefined;
  }
  const v96 = v75["prBaseBranch"];
  let v97 = (() => {
    let v98;
    if (v96 !== undefined) {
      let v99 = null;
      if (v96 !== null) {
        if (typeof v96 !== "string") return INVALID;
        v99 = v96;
      }
      v98 = v99;
    }
    return v98;
  })();
  if (v97 === INVALID) {
    if ("prBaseBranch" in v75) return INVALID;
    v97 = undefined;
  }
  const v100 = v75["prAuthor"];
  let v101 = (() => {
    let v102;
    if (v100 !== undefined) {
      let v103 = null;
      if (v100 !== null) {
        if (typeof v100 !== "string") return INVALID;
        v103 = v100;
      }
      v102 = v103;
    }
    return v102;
  })();
  if (v101 === INVALID) {
    if ("prAuthor" in v75) return INVALID;
    v101 = undefined;
  }
  const v104 = v75["id"];
  let v105 = (() => {
    let v106;
    if (v104 !== undefined) {
      let v107 = null;
      if (v104 !== null) {
        if (typeof v104 !== "string") return INVALID;
        v107 = v104;
      }
      v106 = v107;
    }
    return v106;
  })();
  if (v105 === INVALID) {
    if ("id" in v75) return INVALID;
    v105 = undefined;
  }
  const v108 = v75["state"];
  let v109 = (() => {
    let v110;
    if (v108 !== undefined) {
      let v111 = null;
      if (v108 !== null) {
        if (typeof v108 !== "string") return INVALID;
        v111 = v108;
      }
      v110 = v111;
    }
    return v110;
  })();
  if (v109 === INVALID) {
    if ("state" in v75) return INVALID;
    v109 = undefined;
  }
  const v112 = v75["readiness"];
  let v113 = (() => {
    let v114;
    if (v112 !== undefined) {
      let v115 = null;
      if (v112 !== null) {
        if (typeof v112 !== "object" || v112 === null || Array.isArray(v112)) return INVALID;
        const v116 = v112["requiresImpactedTargets"];
        let v117 = (() => {
          let v118;
          if (v116 !== undefined) {
            let v119 = null;
            if (v116 !== null) {
              if (typeof v116 !== "boolean") return INVALID;
              v119 = v116;
            }
            v118 = v119;
          }
          return v118;
        })();
        if (v117 === INVALID) {
          if ("requiresImpactedTargets" in v112) return INVALID;
          v117 = undefined;
        }
        const v120 = v112["doesBaseBranchMatch"];
        let v121 = (() => {
          let v122;
          if (v120 !== undefined) {
            let v123 = null;
            if (v120 !== null) {
              if (typeof v120 !== "boolean") return INVALID;
              v123 = v120;
            }
            v122 = v123;
          }
          return v122;
        })();
        if (v121 === INVALID) {
          if ("doesBaseBranchMatch" in v112) return INVALID;
          v121 = undefined;
        }
        const v124 = v112["hasImpactedTargets"];
        let v125 = (() => {
          let v126;
          if (v124 !== undefined) {
            let v127 = null;
            if (v124 !== null) {
              if (typeof v124 !== "boolean") return INVALID;
              v127 = v124;
            }
            v126 = v127;
          }
          return v126;
        })();
        if (v125 === INVALID) {
          if ("hasImpactedTargets" in v112) return INVALID;
          v125 = undefined;
        }
        const v128 = v112["gitHubMergeability"];
        let v129 = (() => {
          let v130;
          if (v128 !== undefined) {
            let v131 = null;
            if (v128 !== null) {
              if (typeof v128 !== "string") return INVALID;
              v131 = v128;
            }
            v130 = v131;
          }
          return v130;
        })();
        if (v129 === INVALID) {
          if ("gitHubMergeability" in v112) return INVALID;
          v129 = undefined;
        }
        const v132 = {};
        if ("requiresImpactedTargets" in v112) v132["requiresImpactedTargets"] = v117;
        if ("doesBaseBranchMatch" in v112) v132["doesBaseBranchMatch"] = v121;
        if ("hasImpactedTargets" in v112) v132["hasImpactedTargets"] = v125;
        if ("gitHubMergeability" in v112) v132["gitHubMergeability"] = v129;
        v115 = v132;
      }
      v114 = v115;
    }
    return v114;
  })();
  if (v113 === INVALID) {
    if ("readiness" in v75) return INVALID;
    v113 = undefined;
  }
  const v133 = v75["usedDefaultPriorityName"];
  let v134 = (() => {
    let v135;
    if (v133 !== undefined) {
      let v136 = null;
      if (v133 !== null) {
        if (typeof v133 !== "string") return INVALID;
        v136 = v133;
      }
      v135 = v136;
    }
    return v135;
  })();
  if (v134 === INVALID) {
    if ("usedDefaultPriorityName" in v75) return INVALID;
    v134 = undefined;
  }
  const v137 = v75["noBatch"];
  let v138 = (() => {
    let v139;
    if (v137 !== undefined) {
      let v140 = null;
      if (v137 !== null) {
        if (typeof v137 !== "boolean") return INVALID;
        v140 = v137;
      }
      v139 = v140;
    }
    return v139;
  })();
  if (v138 === INVALID) {
    if ("noBatch" in v75) return INVALID;
    v138 = undefined;
  }
  const v141 = v75["prNumber"];
  let v142 = (() => {
    let v143;
    if (v141 !== undefined) {
      let v144 = null;
      if (v141 !== null) {
        if (typeof v141 !== "number" || !Number.isFinite(v141)) return INVALID;
        if (!Number.isSafeInteger(v141)) return INVALID;
        if (v141 <= 0) return INVALID;
        if (v141 > 2147483647) return INVALID;
        v144 = v141;
      }
      v143 = v144;
    }
    return v143;
  })();
  if (v142 === INVALID) {
    if ("prNumber" in v75) return INVALID;
    v142 = undefined;
  }
  const v145 = v75["prSha"];
  let v146 = (() => {
    let v147;
    if (v145 !== undefined) {
      let v148 = null;
      if (v145 !== null) {
        if (typeof v145 !== "string") return INVALID;
        v148 = v145;
      }
      v147 = v148;
    }
    return v147;
  })();
  if (v146 === INVALID) {
    if ("prSha" in v75) return INVALID;
    v146 = undefined;
  }
}
return true;
},

testingDetails: (input) => {
if (typeof input !== "object" || input === null || Array.isArray(input)) return INVALID;
const v0 = input["requiredStatuses"];
let v1 = (() => {
  let v2;
  if (v0 !== undefined) {
    let v3 = null;
    if (v0 !== null) {
      if (!Array.isArray(v0)) return INVALID;
      const v4 = new Array(v0.length);
      for (let v5 = 0; v5 < v0.length; v5++) {
        const v6 = v0[v5];
        if (typeof v6 !== "string") return INVALID;
        v4[v5] = v6;
      }
      v3 = v4;
    }
    v2 = v3;
  }
  return v2;
})();
if (v1 === INVALID) {
  if ("requiredStatuses" in input) return INVALID;
  v1 = undefined;
}
const v7 = input["requiredStatusesSource"];
let v8 = (() => {
  let v9;
  if (v7 !== undefined) {
    let v10 = null;
    if (v7 !== null) {
      if (typeof v7 !== "string") return INVALID;
      v10 = v7;
    }
    v9 = v10;
  }
  return v9;
})();
if (v8 === INVALID) {
  if ("requiredStatusesSource" in input) return INVALID;
  v8 = undefined;
}
const v11 = input["testBranch"];
if (typeof v11 !== "string") return INVALID;
const v12 = input["testBranchSha"];
if (typeof v12 !== "string") return INVALID;
const v13 = input["checkSuites"];
let v14 = (() => {
  let v15;
  if (v13 !== undefined) {
    let v16 = null;
    if (v13 !== null) {
      if (!Array.isArray(v13)) return INVALID;
      const v17 = new Array(v13.length);
      for (let v18 = 0; v18 < v13.length; v18++) {
        const v19 = v13[v18];
        if (typeof v19 !== "object" || v19 === null || Array.isArray(v19)) return INVALID;
        const v20 = v19["checkRuns"];
        let v21 = (() => {
          let v22;
          if (v20 !== undefined) {
            let v23 = null;
            if (v20 !== null) {
              if (!Array.isArray(v20)) return INVALID;
              const v24 = new Array(v20.length);
              for (let v25 = 0; v25 < v20.length; v25++) {
                const v26 = v20[v25];
                if (typeof v26 !== "object" || v26 === null || Array.isArray(v26)) return INVALID;
                const v27 = v26["name"];
                let v28 = (() => {
                  let v29;
                  if (v27 !== undefined) {
                    let v30 = null;
                    if (v27 !== null) {
                      if (typeof v27 !== "string") return INVALID;
                      v30 = v27;
                    }
                    v29 = v30;
                  }
                  return v29;
                })();
                if (v28 === INVALID) {
                  if ("name" in v26) return INVALID;
                  v28 = undefined;
                }
                const v31 = v26["url"];
                let v32 = (() => {
                  let v33;
                  if (v31 !== undefined) {
                    let v34 = null;
                    if (v31 !== null) {
                      if (typeof v31 !== "string") return INVALID;
                      v34 = v31;
                    }
                    v33 = v34;
                  }
                  return v33;
                })();
                if (v32 === INVALID) {
                  if ("url" in v26) return INVALID;
                  v32 = undefined;
                }
                const v35 = v26["status"];
                let v36 = (() => {
                  let v37;
                  if (v35 !== undefined) {
                    let v38 = null;
                    if (v35 !== null) {
                      if (typeof v35 !== "string") return INVALID;
                      v38 = v35;
                    }
                    v37 = v38;
                  }
                  return v37;
                })();
                if (v36 === INVALID) {
                  if ("status" in v26) return INVALID;
                  v36 = undefined;
                }
                const v39 = v26["conclusion"];
                let v40 = (() => {
                  let v41;
                  if (v39 !== undefined) {
                    let v42 = null;
                    if (v39 !== null) {
                      if (typeof v39 !== "string") return INVALID;
                      v42 = v39;
                    }
                    v41 = v42;
                  }
                  return v41;
                })();
                if (v40 === INVALID) {
                  if ("conclusion" in v26) return INVALID;
                  v40 = undefined;
                }
                const v43 = {};
                if ("name" in v26) v43["name"] = v28;
                if ("url" in v26) v43["url"] = v32;
                if ("status" in v26) v43["status"] = v36;
                if ("conclusion" in v26) v43["conclusion"] = v40;
                v24[v25] = v43;
              }
              v23 = v24;
            }
            v22 = v23;
          }
          return v22;
        })();
        if (v21 === INVALID) {
          if ("checkRuns" in v19) return INVALID;
          v21 = undefined;
        }
        const v44 = {};
        if ("checkRuns" in v19) v44["checkRuns"] = v21;
        v17[v18] = v44;
      }
      v16 = v17;
    }
    v15 = v16;
  }
  return v15;
})();
if (v14 === INVALID) {
  if ("checkSuites" in input) return INVALID;
  v14 = undefined;
}
const v45 = input["statusChecks"];
let v46 = (() => {
  let v47;
  if (v45 !== undefined) {
    let v48 = null;
    if (v45 !== null) {
      if (!Array.isArray(v45)) return INVALID;
      const v49 = new Array(v45.length);
      for (let v50 = 0; v50 < v45.length; v50++) {
        const v51 = v45[v50];
        if (typeof v51 !== "object" || v51 === null || Array.isArray(v51)) return INVALID;
        const v52 = v51["context"];
        let v53 = (() => {
          let v54;
          if (v52 !== undefined) {
            let v55 = null;
            if (v52 !== null) {
              if (typeof v52 !== "string") return INVALID;
              v55 = v52;
            }
            v54 = v55;
          }
          return v54;
        })();
        if (v53 === INVALID) {
          if ("context" in v51) return INVALID;
          v53 = undefined;
        }
        const v56 = v51["url"];
        let v57 = (() => {
          let v58;
          if (v56 !== undefined) {
            let v59 = null;
            if (v56 !== null) {
              if (typeof v56 !== "string") return INVALID;
              v59 = v56;
            }
            v58 = v59;
          }
          return v58;
        })();
        if (v57 === INVALID) {
          if ("url" in v51) return INVALID;
          v57 = undefined;
        }
        const v60 = v51["state"];
        let v61 = (() => {
          let v62;
          if (v60 !== undefined) {
            let v63 = null;
            if (v60 !== null) {
              if (typeof v60 !== "string") return INVALID;
              v63 = v60;
            }
            v62 = v63;
          }
          return v62;
        })();
        if (v61 === INVALID) {
          if ("state" in v51) return INVALID;
          v61 = undefined;
        }
        const v64 = {};
        if ("context" in v51) v64["context"] = v53;
        if ("url" in v51) v64["url"] = v57;
        if ("state" in v51) v64["state"] = v61;
        v49[v50] = v64;
      }
      v48 = v49;
    }
    v47 = v48;
  }
  return v47;
})();
if (v46 === INVALID) {
  if ("statusChecks" in input) return INVALID;
  v46 = undefined;
}
const v65 = input["testedPullRequests"];
if (!Array.isArray(v65)) return INVALID;
for (let v66 = 0; v66 < v65.length; v66++) {
  const v67 = v65[v66];
  if (typeof v67 !== "object" || v67 === null || Array.isArray(v67)) return INVALID;
  const v68 = v67["prNumber"];
  if (typeof v68 !== "number" || !Number.isFinite(v68)) return INVALID;
  if (!Number.isSafeInteger(v68)) return INVALID;
  if (v68 <= 0) return INVALID;
  if (v68 > 2147483647) return INVALID;
  const v69 = v67["prUrl"];
  let v70 = (() => {
    let v71;
    if (v69 !== undefined) {
      let v72 = null;
      if (v69 !== null) {
        if (typeof v69 !== "string") return INVALID;
        v72 = v69;
      }
      v71 = v72;
    }
    return v71;
  })();
  if (v70 === INVALID) {
    if ("prUrl" in v67) return INVALID;
    v70 = undefined;
  }
  const v73 = v67["title"];
  let v74 = (() => {
    let v75;
    if (v73 !== undefined) {
      let v76 = null;
      if (v73 !== null) {
        if (typeof v73 !== "string") return INVALID;
        v76 = v73;
      }
      v75 = v76;
    }
    return v75;
  })();
  if (v74 === INVALID) {
    if ("title" in v67) return INVALID;
    v74 = undefined;
  }
}
const v78 = input["createdAt"];
let v79 = (() => {
  let v80;
  if (v78 !== undefined) {
    let v81 = null;
    if (v78 !== null) {
      if (typeof v78 !== "string") return INVALID;
      v81 = v78;
    }
    v80 = v81;
  }
  return v80;
})();
if (v79 === INVALID) {
  if ("createdAt" in input) return INVALID;
  v79 = undefined;
}
const v82 = input["status"];
let v83 = (() => {
  let v84;
  if (v82 !== undefined) {
    let v85 = null;
    if (v82 !== null) {
      if (typeof v82 !== "string") return INVALID;
      v85 = v82;
    }
    v84 = v85;
  }
  return v84;
})();
if (v83 === INVALID) {
  if ("status" in input) return INVALID;
  v83 = undefined;
}
const v86 = input["impactedTargets"];
let v87 = (() => {
  let v88;
  if (v86 !== undefined) {
    let v89 = null;
    if (v86 !== null) {
      if (!Array.isArray(v86)) return INVALID;
      const v90 = new Array(v86.length);
      for (let v91 = 0; v91 < v86.length; v91++) {
        const v92 = v86[v91];
        if (typeof v92 !== "string") return INVALID;
        v90[v91] = v92;
      }
      v89 = v90;
    }
    v88 = v89;
  }
  return v88;
})();
if (v87 === INVALID) {
  if ("impactedTargets" in input) return INVALID;
  v87 = undefined;
}
const v93 = input["impactedTargetsForTestedPrs"];
let v94 = (() => {
  let v95;
  if (v93 !== undefined) {
    let v96 = null;
    if (v93 !== null) {
      if (!Array.isArray(v93)) return INVALID;
      const v97 = new Array(v93.length);
      for (let v98 = 0; v98 < v93.length; v98++) {
        const v99 = v93[v98];
        if (typeof v99 !== "string") return INVALID;
        v97[v98] = v99;
      }
      v96 = v97;
    }
    v95 = v96;
  }
  return v95;
})();
if (v94 === INVALID) {
  if ("impactedTargetsForTestedPrs" in input) return INVALID;
  v94 = undefined;
}
const v100 = input["dependentPrs"];
let v101 = (() => {
  let v102;
  if (v100 !== undefined) {
    let v103 = null;
    if (v100 !== null) {
      if (!Array.isArray(v100)) return INVALID;
      const v104 = new Array(v100.length);
      for (let v105 = 0; v105 < v100.length; v105++) {
        const v106 = v100[v105];
        if (typeof v106 !== "number" || !Number.isFinite(v106)) return INVALID;
        v104[v105] = v106;
      }
      v103 = v104;
    }
    v102 = v103;
  }
  return v102;
})();
if (v101 === INVALID) {
  if ("dependentPrs" in input) return INVALID;
  v101 = undefined;
}
return true;
},

quarantinedTestsPage: (input) => {
if (typeof input !== "object" || input === null || Array.isArray(input)) return INVALID;
const v0 = input["quarantined_tests"];
if (!Array.isArray(v0)) return INVALID;
for (let v1 = 0; v1 < v0.length; v1++) {
  const v2 = v0[v1];
  if (typeof v2 !== "object" || v2 === null || Array.isArray(v2)) return INVALID;
  const v3 = v2["name"];
  if (typeof v3 !== "string") return INVALID;
  const v4 = v2["parent"];
  let v5 = (() => {
    let v6;
    if (v4 !== undefined) {
      let v7 = null;
      if (v4 !== null) {
        if (typeof v4 !== "string") return INVALID;
        v7 = v4;
      }
      v6 = v7;
    }
    return v6;
  })();
  if (v5 === INVALID) {
    if ("parent" in v2) return INVALID;
    v5 = undefined;
  }
  const v8 = v2["file"];
  let v9 = (() => {
    let v10;
    if (v8 !== undefined) {
      let v11 = null;
      if (v8 !== null) {
        if (typeof v8 !== "string") return INVALID;
        v11 = v8;
      }
      v10 = v11;
    }
    return v10;
  })();
  if (v9 === INVALID) {
    if ("file" in v2) return INVALID;
    v9 = undefined;
  }
  const v12 = v2["classname"];
  let v13 = (() => {
    let v14;
    if (v12 !== undefined) {
      let v15 = null;
      if (v12 !== null) {
        if (typeof v12 !== "string") return INVALID;
        v15 = v12;
      }
      v14 = v15;
    }
    return v14;
  })();
  if (v13 === INVALID) {
    if ("classname" in v2) return INVALID;
    v13 = undefined;
  }
  const v16 = v2["codeowners"];
  let v17 = (() => {
    let v18;
    if (v16 !== undefined) {
      let v19 = null;
      if (v16 !== null) {
        if (!Array.isArray(v16)) return INVALID;
        const v20 = new Array(v16.length);
        for (let v21 = 0; v21 < v16.length; v21++) {
          const v22 = v16[v21];
          if (typeof v22 !== "string") return INVALID;
          v20[v21] = v22;
        }
        v19 = v20;
      }
      v18 = v19;
    }
    return v18;
  })();
  if (v17 === INVALID) {
    if ("codeowners" in v2) return INVALID;
    v17 = undefined;
  }
  const v23 = v2["quarantined_at"];
  let v24 = (() => {
    let v25;
    if (v23 !== undefined) {
      let v26 = null;
      if (v23 !== null) {
        if (typeof v23 !== "string") return INVALID;
        v26 = v23;
      }
      v25 = v26;
    }
    return v25;
  })();
  if (v24 === INVALID) {
    if ("quarantined_at" in v2) return INVALID;
    v24 = undefined;
  }
  const v27 = v2["status_last_updated_at"];
  let v28 = (() => {
    let v29;
    if (v27 !== undefined) {
      let v30 = null;
      if (v27 !== null) {
        if (typeof v27 !== "string") return INVALID;
        v30 = v27;
      }
      v29 = v30;
    }
    return v29;
  })();
  if (v28 === INVALID) {
    if ("status_last_updated_at" in v2) return INVALID;
    v28 = undefined;
  }
  const v31 = v2["test_case_id"];
  let v32 = (() => {
    let v33;
    if (v31 !== undefined) {
      let v34 = null;
      if (v31 !== null) {
        if (typeof v31 !== "string") return INVALID;
        v34 = v31;
      }
      v33 = v34;
    }
    return v33;
  })();
  if (v32 === INVALID) {
    if ("test_case_id" in v2) return INVALID;
    v32 = undefined;
  }
  const v35 = v2["variant"];
  let v36 = (() => {
    let v37;
    if (v35 !== undefined) {
      let v38 = null;
      if (v35 !== null) {
        if (typeof v35 !== "string") return INVALID;
        v38 = v35;
      }
      v37 = v38;
    }
    return v37;
  })();
  if (v36 === INVALID) {
    if ("variant" in v2) return INVALID;
    v36 = undefined;
  }
}
const v40 = input["page"];
if (typeof v40 !== "object" || v40 === null || Array.isArray(v40)) return INVALID;
const v41 = v40["total_rows"];
let v42 = (() => {
  let v43;
  if (v41 !== undefined) {
    let v44 = null;
    if (v41 !== null) {
      if (typeof v41 !== "number" || !Number.isFinite(v41)) return INVALID;
      v44 = v41;
    }
    v43 = v44;
  }
  return v43;
})();
if (v42 === INVALID) {
  if ("total_rows" in v40) return INVALID;
  v42 = undefined;
}
const v45 = v40["total_pages"];
let v46 = (() => {
  let v47;
  if (v45 !== undefined) {
    let v48 = null;
    if (v45 !== null) {
      if (typeof v45 !== "number" || !Number.isFinite(v45)) return INVALID;
      v48 = v45;
    }
    v47 = v48;
  }
  return v47;
})();
if (v46 === INVALID) {
  if ("total_pages" in v40) return INVALID;
  v46 = undefined;
}
const v49 = v40["next_page_token"];
let v50 = (() => {
  let v51;
  if (v49 !== undefined) {
    let v52 = null;
    if (v49 !== null) {
      if (typeof v49 !== "string") return INVALID;
      v52 = v49;
    }
    v51 = v52;
  }
  return v51;
})();
if (v50 === INVALID) {
  if ("next_page_token" in v40) return INVALID;
  v50 = undefined;
}
const v53 = v40["prev_page_token"];
let v54 = (() => {
  let v55;
  if (v53 !== undefined) {
    let v56 = null;
    if (v53 !== null) {
      if (typeof v53 !== "string") return INVALID;
      v56 = v53;
    }
    v55 = v56;
  }
  return v55;
})();
if (v54 === INVALID) {
  if ("prev_page_token" in v40) return INVALID;
  v54 = undefined;
}
const v57 = v40["last_page_token"];
let v58 = (() => {
  let v59;
  if (v57 !== undefined) {
    let v60 = null;
    if (v57 !== null) {
      if (typeof v57 !== "string") return INVALID;
      v60 = v57;
    }
    v59 = v60;
  }
  return v59;
})();
if (v58 === INVALID) {
  if ("last_page_token" in v40) return INVALID;
  v58 = undefined;
}
const v61 = v40["page_index"];
let v62 = (() => {
  let v63;
  if (v61 !== undefined) {
    let v64 = null;
    if (v61 !== null) {
      if (typeof v61 !== "number" || !Number.isFinite(v61)) return INVALID;
      v64 = v61;
    }
    v63 = v64;
  }
  return v63;
})();
if (v62 === INVALID) {
  if ("page_index" in v40) return INVALID;
  v62 = undefined;
}
return true;
},
}
