import { Fault } from './fault.mjs'

/** Files and connections that a process has open at once: below this not even the start gets through. */
const least = 256

/** @param most a number, or a word where there is no limit */
export function checkOpenFiles(most = process.report?.getReport().userLimits?.open_files?.soft) {
  if (typeof most !== 'number' || most >= least) return
  throw new Fault(
    `This process may have ${most} files and connections open at once, and needs ${least} or more. Raise it before the start: ulimit -n 4096 in a shell, LimitNOFILE= in a unit of systemd, --ulimit nofile= for a container.`,
  )
}
