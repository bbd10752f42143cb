import { debug, endGroup, error, info, notice, setSecret, startGroup, warning } from '@actions/core'

/** The functions of `@actions/core` that write to the log. */
export const toolkit = { debug, endGroup, error, info, notice, setSecret, startGroup, warning }
export type Toolkit = typeof toolkit
