/**
 * A sub-application's side of the console's contract, version 1 (docs/micro-applications.md), without dependencies. Outside
 * the console it works too, so that a team can develop alone.
 */
export { unreachable } from './calls.ts'
export { connect } from './connect.ts'
export { type ConsoleWindow, run } from './host.ts'
export type {
  Answer,
  CallOptions,
  ConsoleClient,
  ConsoleProps,
  FromShell,
  Look,
  Operation,
  Resource,
  ResourceReport,
} from './types.ts'
