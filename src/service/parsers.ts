// Made by scripts/parsers.ts of wire.ts, with zod's compiler: change that, not this.
// @ts-nocheck
import type { Wire } from './wire.ts'

/** In the place of an answer that is none. */
export const INVALID = Symbol('no answer')

/** The members that the schema names, if all of it is as the schema says; it keeps nothing of what it is given. */
export type Parser<T> = (json: unknown) => T | typeof INVALID

export const PARSERS: { [Name in keyof Wire]: Parser<Wire[Name]> } = {
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
const v68 = {};
if ("stateChangedAt" in input) v68["stateChangedAt"] = v1;
if ("priorityValue" in input) v68["priorityValue"] = v5;
if ("priorityName" in input) v68["priorityName"] = v9;
if ("skipTheLine" in input) v68["skipTheLine"] = v13;
if ("prTitle" in input) v68["prTitle"] = v17;
if ("prBaseBranch" in input) v68["prBaseBranch"] = v21;
if ("prAuthor" in input) v68["prAuthor"] = v25;
if ("id" in input) v68["id"] = v29;
if ("state" in input) v68["state"] = v33;
if ("readiness" in input) v68["readiness"] = v37;
if ("usedDefaultPriorityName" in input) v68["usedDefaultPriorityName"] = v58;
if ("forceEnqueued" in input) v68["forceEnqueued"] = v62;
v68["isCurrentlySubmittedToQueue"] = v65;
v68["prNumber"] = v66;
v68["prSha"] = v67;
return v68;
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
const v74 = new Array(v73.length);
for (let v75 = 0; v75 < v73.length; v75++) {
  const v76 = v73[v75];
  if (typeof v76 !== "object" || v76 === null || Array.isArray(v76)) return INVALID;
  const v77 = v76["stateChangedAt"];
  let v78 = (() => {
    let v79;
    if (v77 !== undefined) {
      let v80 = null;
      if (v77 !== null) {
        if (typeof v77 !== "string") return INVALID;
        v80 = v77;
      }
      v79 = v80;
    }
    return v79;
  })();
  if (v78 === INVALID) {
    if ("stateChangedAt" in v76) return INVALID;
    v78 = undefined;
  }
  const v81 = v76["priorityValue"];
  let v82 = (() => {
    let v83;
    if (v81 !== undefined) {
      let v84 = null;
      if (v81 !== null) {
        if (typeof v81 !== "number" || !Number.isFinite(v81)) return INVALID;
        v84 = v81;
      }
      v83 = v84;
    }
    return v83;
  })();
  if (v82 === INVALID) {
    if ("priorityValue" in v76) return INVALID;
    v82 = undefined;
  }
  const v85 = v76["priorityName"];
  let v86 = (() => {
    let v87;
    if (v85 !== undefined) {
      let v88 = null;
      if (v85 !== null) {
        if (typeof v85 !== "string") return INVALID;
        v88 = v85;
      }
      v87 = v88;
    }
    return v87;
  })();
  if (v86 === INVALID) {
    if ("priorityName" in v76) return INVALID;
    v86 = undefined;
  }
  const v89 = v76["skipTheLine"];
  let v90 = (() => {
    let v91;
    if (v89 !== undefined) {
      let v92 = null;
      if (v89 !== null) {
        if (typeof v89 !== "boolean") return INVALID;
        v92 = v89;
      }
      v91 = v92;
    }
    return v91;
  })();
  if (v90 === INVALID) {
    if ("skipTheLine" in v76) return INVALID;
    v90 = undefined;
  }
  const v93 = v76["prTitle"];
  let v94 = (() => {
    let v95;
    if (v93 !== undefined) {
      let v96 = null;
      if (v93 !== null) {
        if (typeof v93 !== "string") return INVALID;
        v96 = v93;
      }
      v95 = v96;
    }
    return v95;
  })();
  if (v94 === INVALID) {
    if ("prTitle" in v76) return INVALID;
    v94 = undefined;
  }
  const v97 = v76["prBaseBranch"];
  let v98 = (() => {
    let v99;
    if (v97 !== undefined) {
      let v100 = null;
      if (v97 !== null) {
        if (typeof v97 !== "string") return INVALID;
        v100 = v97;
      }
      v99 = v100;
    }
    return v99;
  })();
  if (v98 === INVALID) {
    if ("prBaseBranch" in v76) return INVALID;
    v98 = undefined;
  }
  const v101 = v76["prAuthor"];
  let v102 = (() => {
    let v103;
    if (v101 !== undefined) {
      let v104 = null;
      if (v101 !== null) {
        if (typeof v101 !== "string") return INVALID;
        v104 = v101;
      }
      v103 = v104;
    }
    return v103;
  })();
  if (v102 === INVALID) {
    if ("prAuthor" in v76) return INVALID;
    v102 = undefined;
  }
  const v105 = v76["id"];
  let v106 = (() => {
    let v107;
    if (v105 !== undefined) {
      let v108 = null;
      if (v105 !== null) {
        if (typeof v105 !== "string") return INVALID;
        v108 = v105;
      }
      v107 = v108;
    }
    return v107;
  })();
  if (v106 === INVALID) {
    if ("id" in v76) return INVALID;
    v106 = undefined;
  }
  const v109 = v76["state"];
  let v110 = (() => {
    let v111;
    if (v109 !== undefined) {
      let v112 = null;
      if (v109 !== null) {
        if (typeof v109 !== "string") return INVALID;
        v112 = v109;
      }
      v111 = v112;
    }
    return v111;
  })();
  if (v110 === INVALID) {
    if ("state" in v76) return INVALID;
    v110 = undefined;
  }
  const v113 = v76["readiness"];
  let v114 = (() => {
    let v115;
    if (v113 !== undefined) {
      let v116 = null;
      if (v113 !== null) {
        if (typeof v113 !== "object" || v113 === null || Array.isArray(v113)) return INVALID;
        const v117 = v113["requiresImpactedTargets"];
        let v118 = (() => {
          let v119;
          if (v117 !== undefined) {
            let v120 = null;
            if (v117 !== null) {
              if (typeof v117 !== "boolean") return INVALID;
              v120 = v117;
            }
            v119 = v120;
          }
          return v119;
        })();
        if (v118 === INVALID) {
          if ("requiresImpactedTargets" in v113) return INVALID;
          v118 = undefined;
        }
        const v121 = v113["doesBaseBranchMatch"];
        let v122 = (() => {
          let v123;
          if (v121 !== undefined) {
            let v124 = null;
            if (v121 !== null) {
              if (typeof v121 !== "boolean") return INVALID;
              v124 = v121;
            }
            v123 = v124;
          }
          return v123;
        })();
        if (v122 === INVALID) {
          if ("doesBaseBranchMatch" in v113) return INVALID;
          v122 = undefined;
        }
        const v125 = v113["hasImpactedTargets"];
        let v126 = (() => {
          let v127;
          if (v125 !== undefined) {
            let v128 = null;
            if (v125 !== null) {
              if (typeof v125 !== "boolean") return INVALID;
              v128 = v125;
            }
            v127 = v128;
          }
          return v127;
        })();
        if (v126 === INVALID) {
          if ("hasImpactedTargets" in v113) return INVALID;
          v126 = undefined;
        }
        const v129 = v113["gitHubMergeability"];
        let v130 = (() => {
          let v131;
          if (v129 !== undefined) {
            let v132 = null;
            if (v129 !== null) {
              if (typeof v129 !== "string") return INVALID;
              v132 = v129;
            }
            v131 = v132;
          }
          return v131;
        })();
        if (v130 === INVALID) {
          if ("gitHubMergeability" in v113) return INVALID;
          v130 = undefined;
        }
        const v133 = {};
        if ("requiresImpactedTargets" in v113) v133["requiresImpactedTargets"] = v118;
        if ("doesBaseBranchMatch" in v113) v133["doesBaseBranchMatch"] = v122;
        if ("hasImpactedTargets" in v113) v133["hasImpactedTargets"] = v126;
        if ("gitHubMergeability" in v113) v133["gitHubMergeability"] = v130;
        v116 = v133;
      }
      v115 = v116;
    }
    return v115;
  })();
  if (v114 === INVALID) {
    if ("readiness" in v76) return INVALID;
    v114 = undefined;
  }
  const v134 = v76["usedDefaultPriorityName"];
  let v135 = (() => {
    let v136;
    if (v134 !== undefined) {
      let v137 = null;
      if (v134 !== null) {
        if (typeof v134 !== "string") return INVALID;
        v137 = v134;
      }
      v136 = v137;
    }
    return v136;
  })();
  if (v135 === INVALID) {
    if ("usedDefaultPriorityName" in v76) return INVALID;
    v135 = undefined;
  }
  const v138 = v76["noBatch"];
  let v139 = (() => {
    let v140;
    if (v138 !== undefined) {
      let v141 = null;
      if (v138 !== null) {
        if (typeof v138 !== "boolean") return INVALID;
        v141 = v138;
      }
      v140 = v141;
    }
    return v140;
  })();
  if (v139 === INVALID) {
    if ("noBatch" in v76) return INVALID;
    v139 = undefined;
  }
  const v142 = v76["prNumber"];
  let v143 = (() => {
    let v144;
    if (v142 !== undefined) {
      let v145 = null;
      if (v142 !== null) {
        if (typeof v142 !== "number" || !Number.isFinite(v142)) return INVALID;
        if (!Number.isSafeInteger(v142)) return INVALID;
        if (v142 <= 0) return INVALID;
        if (v142 > 2147483647) return INVALID;
        v145 = v142;
      }
      v144 = v145;
    }
    return v144;
  })();
  if (v143 === INVALID) {
    if ("prNumber" in v76) return INVALID;
    v143 = undefined;
  }
  const v146 = v76["prSha"];
  let v147 = (() => {
    let v148;
    if (v146 !== undefined) {
      let v149 = null;
      if (v146 !== null) {
        if (typeof v146 !== "string") return INVALID;
        v149 = v146;
      }
      v148 = v149;
    }
    return v148;
  })();
  if (v147 === INVALID) {
    if ("prSha" in v76) return INVALID;
    v147 = undefined;
  }
  const v150 = {};
  if ("stateChangedAt" in v76) v150["stateChangedAt"] = v78;
  if ("priorityValue" in v76) v150["priorityValue"] = v82;
  if ("priorityName" in v76) v150["priorityName"] = v86;
  if ("skipTheLine" in v76) v150["skipTheLine"] = v90;
  if ("prTitle" in v76) v150["prTitle"] = v94;
  if ("prBaseBranch" in v76) v150["prBaseBranch"] = v98;
  if ("prAuthor" in v76) v150["prAuthor"] = v102;
  if ("id" in v76) v150["id"] = v106;
  if ("state" in v76) v150["state"] = v110;
  if ("readiness" in v76) v150["readiness"] = v114;
  if ("usedDefaultPriorityName" in v76) v150["usedDefaultPriorityName"] = v135;
  if ("noBatch" in v76) v150["noBatch"] = v139;
  if ("prNumber" in v76) v150["prNumber"] = v143;
  if ("prSha" in v76) v150["prSha"] = v147;
  v74[v75] = v150;
}
const v151 = {};
v151["state"] = v0;
v151["branch"] = v1;
if ("concurrency" in input) v151["concurrency"] = v3;
if ("testingTimeoutMinutes" in input) v151["testingTimeoutMinutes"] = v7;
if ("mode" in input) v151["mode"] = v11;
if ("canOptimisticallyMerge" in input) v151["canOptimisticallyMerge"] = v15;
if ("pendingFailureDepth" in input) v151["pendingFailureDepth"] = v19;
if ("batch" in input) v151["batch"] = v23;
if ("batchingMaxWaitTimeMinutes" in input) v151["batchingMaxWaitTimeMinutes"] = v27;
if ("batchingMinSize" in input) v151["batchingMinSize"] = v31;
if ("createPrsForTestingBranches" in input) v151["createPrsForTestingBranches"] = v35;
if ("commentsEnabled" in input) v151["commentsEnabled"] = v39;
if ("commandsEnabled" in input) v151["commandsEnabled"] = v43;
if ("statusCheckEnabled" in input) v151["statusCheckEnabled"] = v47;
if ("bisectionConcurrency" in input) v151["bisectionConcurrency"] = v51;
if ("requiredStatuses" in input) v151["requiredStatuses"] = v55;
if ("directMergeMode" in input) v151["directMergeMode"] = v62;
if ("optimizationMode" in input) v151["optimizationMode"] = v66;
if ("mergeMethod" in input) v151["mergeMethod"] = v70;
v151["enqueuedPullRequests"] = v74;
return v151;
},

testingDetails: (input) => {
if (typeof input !== "object" || input === null || Array.isArray(input)) return INVALID;
const v0 = input["requiredStatuses"];
if (!Array.isArray(v0)) return INVALID;
const v1 = new Array(v0.length);
for (let v2 = 0; v2 < v0.length; v2++) {
  const v3 = v0[v2];
  if (typeof v3 !== "string") return INVALID;
  v1[v2] = v3;
}
const v4 = input["requiredStatusesSource"];
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
  if ("requiredStatusesSource" in input) return INVALID;
  v5 = undefined;
}
const v8 = input["testBranch"];
if (typeof v8 !== "string") return INVALID;
const v9 = input["testBranchSha"];
if (typeof v9 !== "string") return INVALID;
const v10 = input["checkSuites"];
if (!Array.isArray(v10)) return INVALID;
const v11 = new Array(v10.length);
for (let v12 = 0; v12 < v10.length; v12++) {
  const v13 = v10[v12];
  if (typeof v13 !== "object" || v13 === null || Array.isArray(v13)) return INVALID;
  const v14 = v13["checkRuns"];
  let v15 = (() => {
    let v16;
    if (v14 !== undefined) {
      let v17 = null;
      if (v14 !== null) {
        if (!Array.isArray(v14)) return INVALID;
        const v18 = new Array(v14.length);
        for (let v19 = 0; v19 < v14.length; v19++) {
          const v20 = v14[v19];
          if (typeof v20 !== "object" || v20 === null || Array.isArray(v20)) return INVALID;
          const v21 = v20["name"];
          let v22 = (() => {
            let v23;
            if (v21 !== undefined) {
              let v24 = null;
              if (v21 !== null) {
                if (typeof v21 !== "string") return INVALID;
                v24 = v21;
              }
              v23 = v24;
            }
            return v23;
          })();
          if (v22 === INVALID) {
            if ("name" in v20) return INVALID;
            v22 = undefined;
          }
          const v25 = v20["url"];
          let v26 = (() => {
            let v27;
            if (v25 !== undefined) {
              let v28 = null;
              if (v25 !== null) {
                if (typeof v25 !== "string") return INVALID;
                v28 = v25;
              }
              v27 = v28;
            }
            return v27;
          })();
          if (v26 === INVALID) {
            if ("url" in v20) return INVALID;
            v26 = undefined;
          }
          const v29 = v20["status"];
          let v30 = (() => {
            let v31;
            if (v29 !== undefined) {
              let v32 = null;
              if (v29 !== null) {
                if (typeof v29 !== "string") return INVALID;
                v32 = v29;
              }
              v31 = v32;
            }
            return v31;
          })();
          if (v30 === INVALID) {
            if ("status" in v20) return INVALID;
            v30 = undefined;
          }
          const v33 = v20["conclusion"];
          let v34 = (() => {
            let v35;
            if (v33 !== undefined) {
              let v36 = null;
              if (v33 !== null) {
                if (typeof v33 !== "string") return INVALID;
                v36 = v33;
              }
              v35 = v36;
            }
            return v35;
          })();
          if (v34 === INVALID) {
            if ("conclusion" in v20) return INVALID;
            v34 = undefined;
          }
          const v37 = {};
          if ("name" in v20) v37["name"] = v22;
          if ("url" in v20) v37["url"] = v26;
          if ("status" in v20) v37["status"] = v30;
          if ("conclusion" in v20) v37["conclusion"] = v34;
          v18[v19] = v37;
        }
        v17 = v18;
      }
      v16 = v17;
    }
    return v16;
  })();
  if (v15 === INVALID) {
    if ("checkRuns" in v13) return INVALID;
    v15 = undefined;
  }
  const v38 = {};
  if ("checkRuns" in v13) v38["checkRuns"] = v15;
  v11[v12] = v38;
}
const v39 = input["statusChecks"];
if (!Array.isArray(v39)) return INVALID;
const v40 = new Array(v39.length);
for (let v41 = 0; v41 < v39.length; v41++) {
  const v42 = v39[v41];
  if (typeof v42 !== "object" || v42 === null || Array.isArray(v42)) return INVALID;
  const v43 = v42["context"];
  let v44 = (() => {
    let v45;
    if (v43 !== undefined) {
      let v46 = null;
      if (v43 !== null) {
        if (typeof v43 !== "string") return INVALID;
        v46 = v43;
      }
      v45 = v46;
    }
    return v45;
  })();
  if (v44 === INVALID) {
    if ("context" in v42) return INVALID;
    v44 = undefined;
  }
  const v47 = v42["url"];
  let v48 = (() => {
    let v49;
    if (v47 !== undefined) {
      let v50 = null;
      if (v47 !== null) {
        if (typeof v47 !== "string") return INVALID;
        v50 = v47;
      }
      v49 = v50;
    }
    return v49;
  })();
  if (v48 === INVALID) {
    if ("url" in v42) return INVALID;
    v48 = undefined;
  }
  const v51 = v42["state"];
  let v52 = (() => {
    let v53;
    if (v51 !== undefined) {
      let v54 = null;
      if (v51 !== null) {
        if (typeof v51 !== "string") return INVALID;
        v54 = v51;
      }
      v53 = v54;
    }
    return v53;
  })();
  if (v52 === INVALID) {
    if ("state" in v42) return INVALID;
    v52 = undefined;
  }
  const v55 = {};
  if ("context" in v42) v55["context"] = v44;
  if ("url" in v42) v55["url"] = v48;
  if ("state" in v42) v55["state"] = v52;
  v40[v41] = v55;
}
const v56 = input["testedPullRequests"];
if (!Array.isArray(v56)) return INVALID;
const v57 = new Array(v56.length);
for (let v58 = 0; v58 < v56.length; v58++) {
  const v59 = v56[v58];
  if (typeof v59 !== "object" || v59 === null || Array.isArray(v59)) return INVALID;
  const v60 = v59["prNumber"];
  if (typeof v60 !== "number" || !Number.isFinite(v60)) return INVALID;
  if (!Number.isSafeInteger(v60)) return INVALID;
  if (v60 <= 0) return INVALID;
  if (v60 > 2147483647) return INVALID;
  const v61 = v59["prUrl"];
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
    if ("prUrl" in v59) return INVALID;
    v62 = undefined;
  }
  const v65 = v59["title"];
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
    if ("title" in v59) return INVALID;
    v66 = undefined;
  }
  const v69 = {};
  v69["prNumber"] = v60;
  if ("prUrl" in v59) v69["prUrl"] = v62;
  if ("title" in v59) v69["title"] = v66;
  v57[v58] = v69;
}
const v70 = input["createdAt"];
let v71 = (() => {
  let v72;
  if (v70 !== undefined) {
    let v73 = null;
    if (v70 !== null) {
      if (typeof v70 !== "string") return INVALID;
      v73 = v70;
    }
    v72 = v73;
  }
  return v72;
})();
if (v71 === INVALID) {
  if ("createdAt" in input) return INVALID;
  v71 = undefined;
}
const v74 = input["status"];
let v75 = (() => {
  let v76;
  if (v74 !== undefined) {
    let v77 = null;
    if (v74 !== null) {
      if (typeof v74 !== "string") return INVALID;
      v77 = v74;
    }
    v76 = v77;
  }
  return v76;
})();
if (v75 === INVALID) {
  if ("status" in input) return INVALID;
  v75 = undefined;
}
const v78 = input["impactedTargets"];
let v79 = (() => {
  let v80;
  if (v78 !== undefined) {
    let v81 = null;
    if (v78 !== null) {
      if (!Array.isArray(v78)) return INVALID;
      const v82 = new Array(v78.length);
      for (let v83 = 0; v83 < v78.length; v83++) {
        const v84 = v78[v83];
        if (typeof v84 !== "string") return INVALID;
        v82[v83] = v84;
      }
      v81 = v82;
    }
    v80 = v81;
  }
  return v80;
})();
if (v79 === INVALID) {
  if ("impactedTargets" in input) return INVALID;
  v79 = undefined;
}
const v85 = input["impactedTargetsForTestedPrs"];
let v86 = (() => {
  let v87;
  if (v85 !== undefined) {
    let v88 = null;
    if (v85 !== null) {
      if (!Array.isArray(v85)) return INVALID;
      const v89 = new Array(v85.length);
      for (let v90 = 0; v90 < v85.length; v90++) {
        const v91 = v85[v90];
        if (typeof v91 !== "string") return INVALID;
        v89[v90] = v91;
      }
      v88 = v89;
    }
    v87 = v88;
  }
  return v87;
})();
if (v86 === INVALID) {
  if ("impactedTargetsForTestedPrs" in input) return INVALID;
  v86 = undefined;
}
const v92 = input["dependentPrs"];
let v93 = (() => {
  let v94;
  if (v92 !== undefined) {
    let v95 = null;
    if (v92 !== null) {
      if (!Array.isArray(v92)) return INVALID;
      const v96 = new Array(v92.length);
      for (let v97 = 0; v97 < v92.length; v97++) {
        const v98 = v92[v97];
        if (typeof v98 !== "number" || !Number.isFinite(v98)) return INVALID;
        v96[v97] = v98;
      }
      v95 = v96;
    }
    v94 = v95;
  }
  return v94;
})();
if (v93 === INVALID) {
  if ("dependentPrs" in input) return INVALID;
  v93 = undefined;
}
const v99 = {};
v99["requiredStatuses"] = v1;
if ("requiredStatusesSource" in input) v99["requiredStatusesSource"] = v5;
v99["testBranch"] = v8;
v99["testBranchSha"] = v9;
v99["checkSuites"] = v11;
v99["statusChecks"] = v40;
v99["testedPullRequests"] = v57;
if ("createdAt" in input) v99["createdAt"] = v71;
if ("status" in input) v99["status"] = v75;
if ("impactedTargets" in input) v99["impactedTargets"] = v79;
if ("impactedTargetsForTestedPrs" in input) v99["impactedTargetsForTestedPrs"] = v86;
if ("dependentPrs" in input) v99["dependentPrs"] = v93;
return v99;
},

quarantinedTestsPage: (input) => {
if (typeof input !== "object" || input === null || Array.isArray(input)) return INVALID;
const v0 = input["quarantined_tests"];
if (!Array.isArray(v0)) return INVALID;
const v1 = new Array(v0.length);
for (let v2 = 0; v2 < v0.length; v2++) {
  const v3 = v0[v2];
  if (typeof v3 !== "object" || v3 === null || Array.isArray(v3)) return INVALID;
  const v4 = v3["name"];
  if (typeof v4 !== "string") return INVALID;
  const v5 = v3["parent"];
  let v6 = (() => {
    let v7;
    if (v5 !== undefined) {
      let v8 = null;
      if (v5 !== null) {
        if (typeof v5 !== "string") return INVALID;
        v8 = v5;
      }
      v7 = v8;
    }
    return v7;
  })();
  if (v6 === INVALID) {
    if ("parent" in v3) return INVALID;
    v6 = undefined;
  }
  const v9 = v3["file"];
  let v10 = (() => {
    let v11;
    if (v9 !== undefined) {
      let v12 = null;
      if (v9 !== null) {
        if (typeof v9 !== "string") return INVALID;
        v12 = v9;
      }
      v11 = v12;
    }
    return v11;
  })();
  if (v10 === INVALID) {
    if ("file" in v3) return INVALID;
    v10 = undefined;
  }
  const v13 = v3["classname"];
  let v14 = (() => {
    let v15;
    if (v13 !== undefined) {
      let v16 = null;
      if (v13 !== null) {
        if (typeof v13 !== "string") return INVALID;
        v16 = v13;
      }
      v15 = v16;
    }
    return v15;
  })();
  if (v14 === INVALID) {
    if ("classname" in v3) return INVALID;
    v14 = undefined;
  }
  const v17 = v3["codeowners"];
  let v18 = (() => {
    let v19;
    if (v17 !== undefined) {
      let v20 = null;
      if (v17 !== null) {
        if (!Array.isArray(v17)) return INVALID;
        const v21 = new Array(v17.length);
        for (let v22 = 0; v22 < v17.length; v22++) {
          const v23 = v17[v22];
          if (typeof v23 !== "string") return INVALID;
          v21[v22] = v23;
        }
        v20 = v21;
      }
      v19 = v20;
    }
    return v19;
  })();
  if (v18 === INVALID) {
    if ("codeowners" in v3) return INVALID;
    v18 = undefined;
  }
  const v24 = v3["quarantined_at"];
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
    if ("quarantined_at" in v3) return INVALID;
    v25 = undefined;
  }
  const v28 = v3["status_last_updated_at"];
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
    if ("status_last_updated_at" in v3) return INVALID;
    v29 = undefined;
  }
  const v32 = v3["test_case_id"];
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
    if ("test_case_id" in v3) return INVALID;
    v33 = undefined;
  }
  const v36 = v3["variant"];
  let v37 = (() => {
    let v38;
    if (v36 !== undefined) {
      let v39 = null;
      if (v36 !== null) {
        if (typeof v36 !== "string") return INVALID;
        v39 = v36;
      }
      v38 = v39;
    }
    return v38;
  })();
  if (v37 === INVALID) {
    if ("variant" in v3) return INVALID;
    v37 = undefined;
  }
  const v40 = {};
  v40["name"] = v4;
  if ("parent" in v3) v40["parent"] = v6;
  if ("file" in v3) v40["file"] = v10;
  if ("classname" in v3) v40["classname"] = v14;
  if ("codeowners" in v3) v40["codeowners"] = v18;
  if ("quarantined_at" in v3) v40["quarantined_at"] = v25;
  if ("status_last_updated_at" in v3) v40["status_last_updated_at"] = v29;
  if ("test_case_id" in v3) v40["test_case_id"] = v33;
  if ("variant" in v3) v40["variant"] = v37;
  v1[v2] = v40;
}
const v41 = input["page"];
if (typeof v41 !== "object" || v41 === null || Array.isArray(v41)) return INVALID;
const v42 = v41["total_rows"];
let v43 = (() => {
  let v44;
  if (v42 !== undefined) {
    let v45 = null;
    if (v42 !== null) {
      if (typeof v42 !== "number" || !Number.isFinite(v42)) return INVALID;
      v45 = v42;
    }
    v44 = v45;
  }
  return v44;
})();
if (v43 === INVALID) {
  if ("total_rows" in v41) return INVALID;
  v43 = undefined;
}
const v46 = v41["total_pages"];
let v47 = (() => {
  let v48;
  if (v46 !== undefined) {
    let v49 = null;
    if (v46 !== null) {
      if (typeof v46 !== "number" || !Number.isFinite(v46)) return INVALID;
      v49 = v46;
    }
    v48 = v49;
  }
  return v48;
})();
if (v47 === INVALID) {
  if ("total_pages" in v41) return INVALID;
  v47 = undefined;
}
const v50 = v41["next_page_token"];
let v51 = (() => {
  let v52;
  if (v50 !== undefined) {
    let v53 = null;
    if (v50 !== null) {
      if (typeof v50 !== "string") return INVALID;
      v53 = v50;
    }
    v52 = v53;
  }
  return v52;
})();
if (v51 === INVALID) {
  if ("next_page_token" in v41) return INVALID;
  v51 = undefined;
}
const v54 = v41["prev_page_token"];
let v55 = (() => {
  let v56;
  if (v54 !== undefined) {
    let v57 = null;
    if (v54 !== null) {
      if (typeof v54 !== "string") return INVALID;
      v57 = v54;
    }
    v56 = v57;
  }
  return v56;
})();
if (v55 === INVALID) {
  if ("prev_page_token" in v41) return INVALID;
  v55 = undefined;
}
const v58 = v41["last_page_token"];
let v59 = (() => {
  let v60;
  if (v58 !== undefined) {
    let v61 = null;
    if (v58 !== null) {
      if (typeof v58 !== "string") return INVALID;
      v61 = v58;
    }
    v60 = v61;
  }
  return v60;
})();
if (v59 === INVALID) {
  if ("last_page_token" in v41) return INVALID;
  v59 = undefined;
}
const v62 = v41["page_index"];
let v63 = (() => {
  let v64;
  if (v62 !== undefined) {
    let v65 = null;
    if (v62 !== null) {
      if (typeof v62 !== "number" || !Number.isFinite(v62)) return INVALID;
      v65 = v62;
    }
    v64 = v65;
  }
  return v64;
})();
if (v63 === INVALID) {
  if ("page_index" in v41) return INVALID;
  v63 = undefined;
}
const v66 = {};
if ("total_rows" in v41) v66["total_rows"] = v43;
if ("total_pages" in v41) v66["total_pages"] = v47;
if ("next_page_token" in v41) v66["next_page_token"] = v51;
if ("prev_page_token" in v41) v66["prev_page_token"] = v55;
if ("last_page_token" in v41) v66["last_page_token"] = v59;
if ("page_index" in v41) v66["page_index"] = v63;
const v67 = { "quarantined_tests": v1, "page": v66 };
return v67;
},
}
