/** One thing that was looked at. */
export interface Finding {
  /** Names the kind of finding, for scripts and tests: `body-limit`. */
  id: string
  /** `fault`: something does not work or is not safe. `advice`: it works, and could be better. */
  level: 'fault' | 'advice' | 'ok'
  title: string
  /** What was seen, as it was seen. */
  seen?: string
  /** Why it matters to people. */
  why?: string
  /** The line to change, by the program that it belongs to: `nginx`, `Apache`, `Caddy`, `console`. */
  fix?: Record<string, string>
}

type Rest = Required<Pick<Finding, 'seen' | 'why' | 'fix'>>

export const fault = (id: string, title: string, rest: Rest): Finding => ({
  id,
  level: 'fault',
  title,
  ...rest,
})
export const advice = (id: string, title: string, rest: Rest): Finding => ({
  id,
  level: 'advice',
  title,
  ...rest,
})
export const ok = (id: string, title: string): Finding => ({ id, level: 'ok', title })
