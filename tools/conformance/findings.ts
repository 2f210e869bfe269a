import { type EndpointName, endpoints } from '#contracts/registry'
import { kindOf } from './data-faults.ts'

/** Whose behaviour is looked at: a call of the contract, or what holds for all of them. */
export type CallName = EndpointName | 'general'

export interface Finding {
  call: CallName
  /** What was looked at, such as `HTTP status` or `data.content[0].enabled`. */
  at: string
  sent: string
  /** What the contract says. */
  contract: string
  came: string
}

export type Outcome = 'ok' | 'differs' | 'skipped'

/** One call in the outcome of a run. */
export interface CallReport {
  call: CallName
  outcome: Outcome
  /** How many things were looked at. */
  checks: number
  /** Why nothing, or not all, was looked at. */
  reason?: string
}

/** Collects what a run finds, and tells a listener of each call as it is done. */
export class Findings {
  readonly differences: Finding[] = []
  readonly advice: Finding[] = []
  /** What the run made and could not take away again. */
  readonly left: string[] = []
  /** Tokens and passwords: wherever they come back, they are not shown. */
  readonly secrets = new Set<string>()
  readonly #checks = new Map<CallName, number>()
  readonly #skipped = new Set<CallName>()
  readonly #reasons = new Map<CallName, string>()
  readonly #toldOf = new Map<CallName, Outcome>()
  readonly #told: (report: CallReport) => void

  constructor(told: (report: CallReport) => void = () => {}) {
    this.#told = told
  }

  /** Counts something that was looked at. */
  checked(call: CallName): void {
    this.#checks.set(call, (this.#checks.get(call) ?? 0) + 1)
  }

  difference(finding: Finding): void {
    if (!isAmong(this.differences, finding)) this.differences.push(this.#clean(finding))
  }

  /** Something that works, and could go better, or that the console can do without. */
  advise(finding: Finding): void {
    if (!isAmong(this.advice, finding)) this.advice.push(this.#clean(finding))
  }

  #clean(finding: Finding): Finding {
    const clean = (text: string) =>
      [...this.secrets].reduce((so, secret) => so.replaceAll(secret, '***'), text)
    const { call, at, sent, contract, came } = finding
    return { call, at, sent: clean(sent), contract: clean(contract), came: clean(came) }
  }

  /** The call was not looked at, or not far. */
  skip(call: CallName, reason: string): void {
    this.note(call, reason)
    this.#skipped.add(call)
  }

  /** Something of the call was not looked at. */
  note(call: CallName, reason: string): void {
    if (!this.#reasons.has(call)) this.#reasons.set(call, reason)
  }

  /** The call has been looked at. Told once, and again when a later look finds it in another state. */
  done(call: CallName): void {
    const report = this.reportOf(call)
    if (this.#toldOf.get(call) === report.outcome) return
    this.#toldOf.set(call, report.outcome)
    this.#told(report)
  }

  reportOf(call: CallName): CallReport {
    const checks = this.#checks.get(call) ?? 0
    const differs = this.differences.some((finding) => finding.call === call)
    const reason = this.#reasons.get(call)
    const isSkipped = checks === 0 || this.#skipped.has(call)
    const outcome = differs ? 'differs' : isSkipped ? 'skipped' : 'ok'
    return { call, outcome, checks, ...(reason !== undefined && { reason }) }
  }

  /** Every call that was looked at or skipped, in the order of the contract. */
  reports(): CallReport[] {
    const names: CallName[] = ['general', ...(Object.keys(endpoints) as EndpointName[])]
    return names.filter((name) => this.isKnown(name)).map((name) => this.reportOf(name))
  }

  /** Whether the call was looked at, or skipped. */
  isKnown(call: CallName): boolean {
    return this.#checks.has(call) || this.#reasons.has(call)
  }
}

/** The same fault of one call shows in many of its answers; it is told once. */
function isAmong(findings: readonly Finding[], finding: Finding): boolean {
  return findings.some(
    (other) =>
      other.call === finding.call &&
      kindOf(other.at) === kindOf(finding.at) &&
      other.contract === finding.contract,
  )
}
