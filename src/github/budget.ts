/** Requests that one poll may send to GitHub. */
const MOST_REQUESTS = 10

/** The requests of one poll, shared by all that it reads. A redirect that is followed is one of them. */
export interface RequestBudget {
  /** Requests at the start. */
  readonly most: number
  /** Requests that may still be sent. */
  left(): number
  /** Takes one; false where none is left, and then nothing may be sent. */
  take(): boolean
}

/** The budget of a new poll. */
export function requestBudget(most = MOST_REQUESTS): RequestBudget {
  let left = most
  return {
    most,
    left: () => left,
    take() {
      if (left === 0) return false
      left--
      return true
    },
  }
}
