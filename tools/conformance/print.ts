import type { Settings } from './arguments.ts'
import type { CallReport, Finding, Findings } from './findings.ts'
import { cut } from './mask.ts'
import { changing, type Outcome } from './run.ts'
import { lineOf } from './sections.ts'

/** A line for a call that is done. */
export function callLine({ call, outcome, checks, reason }: CallReport): string {
  const count = outcome === 'skipped' ? '' : String(checks)
  const line = `${outcome.padEnd(8)} ${call.padEnd(32)} ${count.padStart(3)}  ${lineOf(call)}`
  return reason === undefined ? line.trimEnd() : `${line}  (${reason})`
}

export function heading({ url, write, only }: Settings, account: string): string {
  const groups = only.length === 0 ? '' : `, only ${only.join(', ')}`
  const mode = write
    ? 'writing: records named conformance-… are added, edited, switched and deleted again'
    : 'reading only: no call is made that changes anything, but for sign-in and sign-out'
  return `${url.href.replace(/\/$/, '')} as ${cut(account, 2)} (${mode}${groups})\n`
}

/** Differences, advice, what is left behind and the totals. */
export function summary({ findings, requests, ended }: Outcome): string {
  const parts = [
    ...listed('Differences', findings.differences),
    ...listed('Advice: no difference, and worth knowing', findings.advice),
  ]
  if (findings.left.length > 0)
    parts.push(`\nStill there, remove it by hand:\n${findings.left.map((left) => `  ${left}`).join('\n')}`)
  parts.push(`\n${ended === undefined ? '' : 'Not all was looked at. '}${totals(findings, requests)}`)
  if (ended !== undefined) parts.push(`\n✖ ${ended.message}.\n  ${ended.fix}`)
  return parts.join('\n')
}

/** What so many calls have in common is told once. */
const many = 4

function listed(title: string, found: readonly Finding[]): string[] {
  if (found.length === 0) return []
  const told = found.filter((finding) => sharedBy(found, finding)[0] === finding || !isShared(found, finding))
  const calls = [...new Set(told.map(({ call }) => call))]
  const blocks = calls.map((call) => {
    const lines = told.filter((finding) => finding.call === call).map((finding) => lineFor(found, finding))
    return [`${call}  ${lineOf(call)}`.trimEnd(), ...lines].join('\n')
  })
  return [`\n${title}\n`, blocks.join('\n\n')]
}

function lineFor(found: readonly Finding[], finding: Finding): string {
  const { at, sent, contract, came } = finding
  const lines = [`  ${at}`, `    sent      ${sent}`, `    contract  ${contract}`, `    came      ${came}`]
  const others = isShared(found, finding) ? sharedBy(found, finding).slice(1) : []
  if (others.length > 0) lines.push(`    also      ${others.map(({ call }) => call).join(', ')}`)
  return lines.join('\n')
}

function sharedBy(found: readonly Finding[], { at, came }: Finding): Finding[] {
  return found.filter((other) => other.at === at && other.came === came)
}

function isShared(found: readonly Finding[], finding: Finding): boolean {
  return sharedBy(found, finding).length >= many
}

interface Totals {
  calls: number
  ok: number
  differ: number
  skipped: number
  skippedForWriting: number
  differences: number
  advice: number
  requests: number
}

function totalsOf(findings: Findings, requests: number): Totals {
  const reports = findings.reports()
  const count = (outcome: string) => reports.filter((report) => report.outcome === outcome).length
  return {
    calls: reports.length,
    ok: count('ok'),
    differ: count('differs'),
    skipped: count('skipped'),
    skippedForWriting: reports.filter(({ outcome, reason }) => outcome === 'skipped' && reason === changing)
      .length,
    differences: findings.differences.length,
    advice: findings.advice.length,
    requests,
  }
}

function totals(findings: Findings, requests: number): string {
  const all = totalsOf(findings, requests)
  const writing = all.skippedForWriting
  const why = writing > 0 ? ` (${writing} of them because they change something: --write)` : ''
  return (
    `${all.calls} calls: ${all.ok} ok, ${all.differ} differ, ${all.skipped} skipped${why}. ` +
    `Differences: ${all.differences}, advice: ${all.advice}, requests: ${all.requests}.`
  )
}

/** The outcome for machines. */
export function asJson({ url, write }: Settings, { findings, requests, ended }: Outcome): string {
  const outcome = {
    url: url.href,
    write,
    ...(ended !== undefined && { ended: { message: ended.message, fix: ended.fix } }),
    totals: totalsOf(findings, requests),
    calls: findings.reports(),
    differences: findings.differences,
    advice: findings.advice,
    left: findings.left,
  }
  return JSON.stringify(outcome, null, 2)
}
