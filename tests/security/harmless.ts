import { expect } from 'playwright/test'
import type { Attacker } from './attacker'
import { inside } from './navigation'
import type { Answer, Speech } from './wire'

/** Every answer is a refusal or a harmless one, there are no more of them than requests, and the console lives. */
export async function expectHarmless(
  attacker: Attacker,
  requests: readonly string[],
  speech: Speech = {},
): Promise<void> {
  for (const bytes of requests) {
    const answers = await attacker.raw(bytes, speech)
    expect(answers.length, JSON.stringify(bytes.slice(0, 200))).toBeLessThanOrEqual(1)
    for (const answer of answers) expectRefused(answer, bytes)
  }
  await attacker.send('/login', { bare: true, answered: 200 })
}

export function expectRefused({ status, text }: Answer, bytes: string): void {
  const note = JSON.stringify(bytes.slice(0, 200))
  expect([200, 307, 308, 400, 401, 403, 404, 405, 408, 411, 413, 417, 431, 501], note).toContain(status)
  expect(text, note).not.toMatch(inside)
}
