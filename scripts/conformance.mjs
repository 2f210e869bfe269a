import { runAtrium } from './run-atrium.mjs'

/** Exit codes: 0 no difference, 1 differences, 2 could not run. */
runAtrium('conformance')
