import { debug, endGroup, error, info, notice, setSecret, startGroup, warning } from '@actions/core'

/** The part of `@actions/core` that writes to the log. Named one by one, so that the bundle leaves the rest out. */
export const toolkit = { debug, endGroup, error, info, notice, setSecret, startGroup, warning }
export type Toolkit = typeof toolkit
