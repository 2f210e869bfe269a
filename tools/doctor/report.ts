import type { Diagnosis } from './diagnose.ts'
import type { Finding } from './finding.ts'

/** The diagnosis as people read it: what is in order, what could be better, what is wrong, and the line to change. */
export function report({ url, findings, unseen }: Diagnosis): string {
  const of = (level: Finding['level']) => findings.filter((finding) => finding.level === level)
  const healthy = of('ok').map(({ title }) => `  ✓ ${title}`)
  const lines = [
    `Doctor: ${url}`,
    ...(healthy.length > 0 ? ['', 'In order', ...healthy] : []),
    ...unseen.flatMap((subject, index) => [...(index === 0 ? ['', 'Not looked at'] : []), `  · ${subject}`]),
    ...told('Advice', '!', of('advice')),
    ...told('Faults', '✖', of('fault')),
    '',
    `${count(of('fault').length, 'fault')}, ${of('advice').length} to improve, ${of('ok').length} in order.`,
  ]
  return lines.join('\n')
}

const count = (number: number, word: string) =>
  `${number === 0 ? 'No' : number} ${word}${number === 1 ? '' : 's'}`

function told(heading: string, sign: string, findings: Finding[]): string[] {
  if (findings.length === 0) return []
  const width = 8
  const line = (name: string, text: string) => `      ${name.padEnd(width)} ${text}`
  return [
    '',
    heading,
    ...findings.flatMap(({ id, title, seen, why, fix }) => [
      `  ${sign} ${title} [${id}]`,
      ...(seen === undefined ? [] : [line('seen', seen)]),
      ...(why === undefined ? [] : [line('matters', why)]),
      ...Object.entries(fix ?? {}).map(([where, text]) => line(where, text)),
    ]),
  ]
}
