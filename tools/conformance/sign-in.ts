import { randomBytes, randomInt } from 'node:crypto'
import { codes, endsSession } from '#contracts/envelope'
import { limits } from '#contracts/limits'
import { spokenForm } from '#contracts/session'
import { passwordHash } from '#lib/password-hash'
import { type Answer, envelopeOf, whatCame, withSection } from './answer.ts'
import { CannotRun } from './cannot-run.ts'
import { readPicture } from './pictures.ts'
import { type Probe, Skip } from './probe.ts'
import { basicOf, type Manner } from './request.ts'

/** Who signs in, and how a captcha is answered. */
export interface Person {
  account: string
  password: string
  answerCaptcha: (picture: Buffer) => Promise<string>
  /** Where every captcha has one answer, more sign-ins can be tried than a person would want to answer. */
  fixedCaptcha?: string | undefined
}

/** No captcha of ours looks like it, and it has a digit, as the form asks for. */
const wrongCaptcha = '000000001'

/** The captcha by itself: a picture, for the console only. */
export async function checkCaptcha(probe: Probe): Promise<void> {
  const key = newKey()
  const picture = await readPicture(probe, 'session.captcha', { query: { key } })
  if (picture === undefined) return
  for (const [what, manner] of [
    ['wrong client credentials', wrongClient(probe)],
    ['no client credentials', { basic: '' }],
  ] as const) {
    const came = await probe.send('session.captcha', { query: { key: newKey() } }, manner)
    if (came === undefined || came.incoming.status >= 400) continue
    if (!/^image\//i.test(came.incoming.headers['content-type'] ?? '')) continue
    probe.findings.difference({
      call: 'session.captcha',
      at: what,
      sent: `${came.sent} (${what})`,
      contract: withSection('session.captcha', 'a refusal: only the console asks before sign-in'),
      came: `a picture (HTTP ${came.incoming.status})`,
    })
  }
  const odd = await probe.send('session.captcha', { query: { key: 'not-a-key' } })
  if (odd === undefined || odd.incoming.status < 500) return
  probe.findings.difference({
    call: 'session.captcha',
    at: 'a key that is no time stamp',
    sent: odd.sent,
    contract: withSection('session.captcha', 'a refusal or a picture, but no fault'),
    came: whatCame(odd.incoming),
  })
}

/** The captcha's other form, where the platform has one: a sound, while its picture can be answered. */
export async function checkCaptchaSound(probe: Probe): Promise<void> {
  const name = 'session.captchaSound'
  const key = newKey()
  const picture = await probe.send('session.captcha', { query: { key } })
  if (picture === undefined) return
  if (!spokenForm.test(String(picture.incoming.headers.link ?? '')))
    throw new Skip('no picture of a captcha names it')
  const came = await probe.send(name, { query: { key } })
  if (came === undefined) return
  const { incoming, sent } = came
  probe.requireReachable(name, { incoming, sent, envelope: envelopeOf(incoming) })
  const isSound = incoming.status === 200 && /^audio\//i.test(incoming.headers['content-type'] ?? '')
  const tell = (at: string, contract: string, found: string) =>
    probe.findings.difference({ call: name, at, sent, contract: withSection(name, contract), came: found })
  if (!isSound) tell('answer', 'the sound itself, with HTTP 200', whatCame(incoming))
  const unknown = await probe.send(name, { query: { key: newKey() } })
  if (unknown !== undefined && unknown.incoming.status < 400) {
    tell('a captcha that was never made', 'a refusal', whatCame(unknown.incoming))
  }
}

/** What a sign-in must not be content with. The password is right each time, so that no lock comes near. */
export async function checkRefusedSignIns(probe: Probe, person: Person): Promise<void> {
  const key = newKey()
  const picture = await readPicture(probe, 'session.captcha', { query: { key } })
  if (picture === undefined) return
  await refused(probe, form(person, key, wrongCaptcha), 'a wrong captcha')
  await refused(probe, form(person, newKey(), wrongCaptcha), 'a captcha that was never made')
  await refused(
    probe,
    { ...form(person, key, wrongCaptcha), secret: 'plain' },
    'a password that is not hashed',
  )
  const { fixedCaptcha } = person
  if (fixedCaptcha === undefined) return
  const fresh = newKey()
  if ((await readPicture(probe, 'session.captcha', { query: { key: fresh } })) === undefined) return
  await refused(probe, form(person, fresh, fixedCaptcha), 'wrong client credentials', wrongClient(probe))
}

function wrongClient({ client }: Probe): Manner {
  return { basic: basicOf({ id: client.id, secret: `not-${client.secret}` }) }
}

/**
 * Signs in and gives the token, after which the same captcha has to be refused. Nothing when the platform's answers
 * make it impossible, which is told. Throws a CannotRun where credentials, name, password or captcha are refused.
 */
export async function signIn(probe: Probe, person: Person): Promise<string | undefined> {
  await requireClient(probe)
  const key = newKey()
  const picture = await readPicture(probe, 'session.captcha', { query: { key } })
  if (picture === undefined) return undefined
  const body = form(person, key, await person.answerCaptcha(picture))
  const answer = await probe.answer('session.signInToken', { body })
  if (answer === undefined || answer.envelope === undefined) return undefined
  const { code, msg, data: given } = answer.envelope
  const accepted = tokenIn(given)
  if (code !== codes.success && accepted !== undefined) {
    probe.findings.secrets.add(accepted)
    probe.token = accepted
    throw new CannotRun(
      `The platform says by code ${code} that a call succeeded, as it did with this sign-in; the contract’s is ${codes.success}`,
      `Answer successes with code ${codes.success}, as specification 8 has it: by any other the console takes each call as refused.`,
    )
  }
  if (code !== codes.success && answer.incoming.status < 500) {
    throw new CannotRun(
      `The platform refused the sign-in (code ${code}: ${msg})`,
      'Check --account, --password and the captcha’s answer; wait, where the account is locked.',
    )
  }
  const data = await probe.readAnswer('session.signInToken', answer)
  const token = tokenIn(data)
  if (token === undefined) return undefined
  probe.findings.secrets.add(token)
  if (token.length > limits.token) {
    probe.findings.difference({
      call: 'session.signInToken',
      at: 'data.access_token',
      sent: answer.sent,
      contract: `at most ${limits.token} characters: the console keeps it in a cookie`,
      came: `${token.length} characters`,
    })
  }
  await refused(probe, body, 'a captcha used a second time')
  return token
}

/** The token ends with the session. */
export async function signOut(probe: Probe): Promise<void> {
  const { token } = probe
  if (token === undefined) return
  await probe.refusal('session.signOut', {}, 'without a token', { token: null }, [codes.signedOut])
  const answer = await probe.success('session.signOut', {})
  if (answer === undefined) return
  const tellsEnd = [codes.signedOut, codes.sessionEnded]
  await probe.refusal('session.signOut', {}, 'a token that was signed out', { token }, tellsEnd)
  await probe.refusal('session.currentUser', {}, 'a token that was signed out', { token }, tellsEnd)
  probe.token = undefined
}

function form({ account, password }: Person, key: string, code: string) {
  return { username: account, code, secret: passwordHash(password), key, grant_type: 'password' }
}

/** A time stamp in milliseconds with more digits behind it, as the console's form makes them. */
function newKey(): string {
  return `${Date.now()}${String(randomInt(1_000_000)).padStart(6, '0')}`
}

async function requireClient(probe: Probe): Promise<void> {
  const came = await probe.send('session.captcha', { query: { key: newKey() } })
  if (came === undefined) return
  const { incoming } = came
  const code = envelopeOf(incoming)?.code
  const isRefused =
    incoming.status === 401 || incoming.status === 403 || (code !== undefined && endsSession(code))
  if (!isRefused) return
  throw new CannotRun(
    `The platform refused the client credentials (HTTP ${incoming.status})`,
    'Check --client-id and --client-secret: they are what the platform gave the console.',
  )
}

async function refused(
  probe: Probe,
  body: ReturnType<typeof form>,
  what: string,
  manner: Manner = {},
): Promise<void> {
  const answer = await probe.answer('session.signInToken', { body }, manner)
  if (answer?.envelope?.code === codes.success) return accepted(probe, answer, what)
  // A wrong client may be answered with any code, also that of somebody without a token.
  const expected = manner.basic === undefined ? undefined : answer?.envelope && [answer.envelope.code]
  if (answer !== undefined) probe.judgeRefusal('session.signInToken', answer, what, expected)
}

/** A session that nobody should have is ended again. */
async function accepted(probe: Probe, answer: Answer, what: string): Promise<void> {
  const { sent, envelope } = answer
  const token = tokenIn(envelope?.data)
  if (token !== undefined) probe.findings.secrets.add(token)
  probe.findings.difference({
    call: 'session.signInToken',
    at: what,
    sent: `${sent} (${what})`,
    contract: withSection('session.signInToken', 'a refusal'),
    came: 'a token',
  })
  const manner: Manner = { token: token ?? null }
  if (token !== undefined) await probe.answer('session.signOut', {}, manner)
}

function tokenIn(data: unknown): string | undefined {
  if (typeof data !== 'object' || data === null || !('access_token' in data)) return undefined
  return typeof data.access_token === 'string' ? data.access_token : undefined
}

/** A token that nobody was given, of the form of one. */
export function wrongToken(): string {
  return randomBytes(32).toString('base64url')
}
