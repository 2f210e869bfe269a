import { runAtrium } from './run-atrium.mjs'

/** `npm run doctor -- [URL] [options]` (docs/doctor.md): 0 healthy, 1 faults found, 2 could not look. */
runAtrium('doctor')
