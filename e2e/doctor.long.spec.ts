import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'playwright/test'
import { makeProof } from '../lib/probe-proof'
import { root } from '../scripts/lib/paths.mjs'
import type { Diagnosis } from '../tools/doctor/diagnose'
import { test } from './doctor-fixture'
import { demoPassword } from './fixtures'
import { misconfigurations } from './misconfigurations'
import { noNginx } from './nginx'
import { captchaAnswer } from './stack'

test.skip(noNginx !== undefined, noNginx)
// One doctor for all: its doctors are at work from the first test on.
test.describe.configure({ mode: 'default' })

const named = ({ findings }: Diagnosis) =>
  findings
    .filter(({ level }) => level !== 'ok')
    .map(({ id }) => id)
    .sort()

for (const { name, ids, lines } of misconfigurations({ console: '', mixed: '', nowhere: '', expired: '' })) {
  test(`EDGE-16 the doctor names ${name}, and nothing else`, async ({ doctor }) => {
    const diagnosis = await doctor.diagnosis(name)
    expect(diagnosis && named(diagnosis)).toEqual(ids)
    const told = (id: string) => diagnosis?.findings.find((finding) => finding.id === id)
    for (const [index, id] of ids.entries()) {
      expect(told(id)?.seen, 'says what was seen').toBeTruthy()
      expect(Object.values(told(id)?.fix ?? {}).join(' '), 'names the line').toContain(lines[index])
    }
  })
}

/** The command as an operator runs it: exit code and what it says. */
async function run(args: string[], env: Record<string, string>) {
  const file = join(root, 'scripts', 'doctor.mjs')
  const done = promisify(execFile)(process.execPath, [file, ...args], { env: { ...process.env, ...env } })
  return done.then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error) => ({ code: error.code as number, stdout: String(error.stdout), stderr: String(error.stderr) }),
  )
}

test('EDGE-16 a right configuration is found healthy', async ({ doctor }) => {
  const { url, ca, http, env } = doctor.command
  const args = [url, '--ca', ca, '--http', http, '--account', 'admin', '--captcha', captchaAnswer]
  const { code, stdout } = await run(args, { ...env, DOCTOR_PASSWORD: demoPassword })
  expect(stdout).toContain('No faults, 0 to improve')
  expect(stdout).not.toContain('Not looked at')
  for (const title of ['Certificate', 'Plain HTTP leads to https', 'Signing in', 'Sub-application ems']) {
    expect(stdout).toContain(`✓ ${title}`)
  }
  expect(code).toBe(0)
})

test('EDGE-16 the command ends with 1 where it finds faults, and prints them as JSON', async ({ doctor }) => {
  const { own, env } = doctor.command
  const { code, stdout } = await run([own, '--json'], env)
  expect(named(JSON.parse(stdout))).toContain('public-origin')
  expect(code).toBe(1)
})

test('EDGE-16 the console tells only who proves its secret', async ({ doctor }) => {
  const { env, own } = doctor.command
  const secret = env.SESSION_SECRET ?? ''
  const ask = async (path: string, proof?: string) => {
    const headers = { 'x-console': '1', ...(proof && { 'x-doctor': proof }) }
    const response = await fetch(`${own}/api/${path}`, { headers })
    return { status: response.status, text: await response.text() }
  }
  const unknown = await ask('no-such-call')
  const old = makeProof(secret, Date.now() - 90_000)
  const foreign = makeProof('another-secret-of-thirty-two-characters', Date.now())
  for (const proof of [undefined, 'nonsense', old, foreign])
    expect(await ask('doctor', proof)).toEqual(unknown)
  const told = await ask('doctor', makeProof(secret, Date.now()))
  expect(told.status).toBe(200)
  expect(told.text).toContain('"origins"')
  expect(told.text).not.toContain(secret)
})
