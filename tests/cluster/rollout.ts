import { join } from 'node:path'
import { ensureBuiltIn } from '../../scripts/lib/build.mjs'

const folder = join(import.meta.dirname, '..', '..', '.next', 'cache', 'next-version')
const difference = '\nObject.assign(globalThis, { atriumVersion: 2 })\n'

/** The next version of the console, built beside this one; what its pages ask for later has other names. Gives its folder. */
export const ensureNextVersion = () =>
  ensureBuiltIn(
    folder,
    'Building another version of the console',
    {},
    { 'lib/load.ts': difference, 'app/(console)/department/department-dialog.tsx': difference },
  )
