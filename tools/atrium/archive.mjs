import { command } from '../../scripts/lib/fault.mjs'
import { atrium } from './main.mjs'

/** The `atrium` of an archive, in which everything is built and Node is the right one. */
command(() => atrium(process.argv.slice(2)))
