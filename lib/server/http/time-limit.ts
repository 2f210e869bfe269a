import 'server-only'
import { slowestLine } from '#contracts/limits'

/** Milliseconds that a line which was quick before may stand still: what lies on the way takes much of it at once. */
const longestPause = 30_000
/** Looks in the time of the other side. */
const looks = 20

/** The way between the person and the console. */
export interface Line {
  /** The exchange waits for it now, and not for the other side. */
  isWaitedFor: () => boolean
  /** Bytes that have gone over it. */
  moved: () => number
}

/**
 * Ends an exchange for which the other side takes longer than `timeout` milliseconds in all, however it spreads them. The
 * person's line has a time of its own, as long to begin with, and gets more by what it moves. Gives what ends the watch.
 */
export function limitTime(timeout: number, line: Line, end: () => void): () => void {
  let left = timeout
  let leftOfLine = timeout
  let moved = 0
  let since = performance.now()
  const look = () => {
    const now = performance.now()
    const earned = (line.moved() - moved) / slowestLine
    leftOfLine = Math.min(Math.max(timeout, longestPause), leftOfLine + earned)
    moved += earned * slowestLine
    if (line.isWaitedFor()) leftOfLine -= now - since
    else left -= now - since
    since = now
    if (left <= 0 || leftOfLine <= 0) end()
    else wait()
  }
  let timer: NodeJS.Timeout
  const wait = () => {
    timer = setTimeout(look, Math.min(timeout / looks, left))
  }
  wait()
  return () => clearTimeout(timer)
}
