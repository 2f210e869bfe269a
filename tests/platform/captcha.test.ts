import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { captcha, spokenForm } from '#contracts/session'
import { speakDigits } from '#platform/modules/session/captcha-sound'
import { basic } from './harness.ts'
import { client, drawCaptcha, demoSecret as secret } from './sign-in.ts'
import { platform, signIn } from './sign-in-platform.ts'

describe('the captcha', () => {
  test('LOGIN-5 a captcha works once', async () => {
    const used = await drawCaptcha(platform)
    expect((await signIn(used)).code).toBe(0)
    expect(await signIn(used)).toMatchObject({ code: 101016, msg: 'The captcha is wrong or has expired' })
  })

  test('LOGIN-5 a wrong answer uses the captcha up', async () => {
    const used = await drawCaptcha(platform)
    const other = used.code === '0000' ? '1111' : '0000'
    expect((await signIn({ ...used, code: other })).code).toBe(101016)
    expect((await signIn(used)).code).toBe(101016)
  })

  test('LOGIN-5 a captcha expires after two minutes', async () => {
    const late = await drawCaptcha(platform)
    platform.forward(2 * 60_000)
    expect((await signIn(late)).code).toBe(101016)
  })

  test('A11Y-6 a captcha is spoken in the person’s language, as long as its picture can be answered', async () => {
    const drawn = await drawCaptcha(platform)
    const hear = async (language = 'en') => {
      const headers = { ...client.headers, locale: language }
      return platform.send('GET', `/authorization/captcha/sound?key=${drawn.key}`, { headers })
    }
    const [english, chinese] = [await hear(), await hear('zh-cn')]
    expect(english.headers.get('content-type')).toBe('audio/wav')
    expect(english.headers.get('cache-control')).toBe('no-store')
    expect(Buffer.from(await english.arrayBuffer())).not.toEqual(Buffer.from(await chinese.arrayBuffer()))
    expect((await signIn(drawn)).code).toBe(0)
    expect(await (await hear()).json()).toMatchObject({ code: 101016 })
    const late = await drawCaptcha(platform)
    platform.forward(2 * 60_000)
    const heard = await platform.send('GET', `/authorization/captcha/sound?key=${late.key}`, client)
    expect(heard.status).toBe(400)
    const picture = await platform.send('GET', `/authorization/captcha?key=${late.key}`, client)
    expect(picture.headers.get('link')).toMatch(spokenForm)
  })

  test.each(['en', 'zh-cn'] as const)('A11Y-6 each digit is spoken in its turn (%s)', async (language) => {
    // In the middle of every chance: as fast as it was spoken, a fifth softer, without noise.
    const spoken = Buffer.from(await speakDigits('07', language, () => 0.5))
    expect(spoken.subarray(0, 4).toString()).toBe('RIFF')
    expect(spoken.readUInt32LE(40)).toBe(spoken.length - 44)
    const clip = (digit: number) => {
      const file = new URL(`../../platform/modules/session/spoken/${language}/${digit}.wav`, import.meta.url)
      return Buffer.from(
        readFileSync(file)
          .subarray(44)
          .map((sample) => 128 + (sample - 128) * 0.8),
      )
    }
    const [zero, seven] = [spoken.indexOf(clip(0)), spoken.indexOf(clip(7))]
    expect(zero).toBeGreaterThan(44)
    expect(seven).toBeGreaterThan(zero + clip(0).length)
  })

  test('LOGIN-5 two sign-ins at once with one captcha: one succeeds', async () => {
    const shared = await drawCaptcha(platform)
    const answers = await Promise.all([signIn(shared), signIn(shared), signIn(shared)])
    expect(answers.map((answer) => answer.code).sort()).toEqual([0, 101016, 101016])
  })

  test('LOGIN-5 the picture is a PNG of 240 by 80 and differs each time', async () => {
    const picture = async () =>
      Buffer.from(
        await (await platform.send('GET', '/authorization/captcha?key=2000000000', client)).arrayBuffer(),
      )
    const [first, second] = [await picture(), await picture()]
    expect(first.subarray(1, 4).toString()).toBe('PNG')
    expect([first.readUInt32BE(16), first.readUInt32BE(20)]).toEqual([240, 80])
    expect(first.equals(second)).toBe(false)
  })
})

describe('what sign-in accepts', () => {
  test('VALID-2 a field that is missing or repeated is refused', async () => {
    const send = async (body: string) => {
      const response = await platform.send('POST', '/authorization/oauth/token', {
        ...client,
        body,
        type: 'application/x-www-form-urlencoded',
      })
      return response.json()
    }
    const rest = `secret=${secret}&code=1234&key=3000000000&grant_type=password`
    expect(await send(rest)).toMatchObject({ code: 400, data: [{ field: 'username' }] })
    expect(await send(`${rest}&username=operator&username=admin`)).toMatchObject({
      code: 400,
      data: [{ field: 'username' }],
    })
    expect(await send(`${rest}&username=operator&__proto__=x&constructor=y`)).toMatchObject({ code: 101016 })
  })

  test('CALL-2 captcha and sign-in take the client credentials and nothing else', async () => {
    for (const authorization of [
      '',
      'Basic',
      'Basic x',
      `Bearer ${await platform.token('operator')}`,
      `${basic}x`,
    ]) {
      const answer = await platform.call(
        captcha,
        { headers: { authorization } },
        { query: { key: '1234567890' } },
      )
      expect(answer).toMatchObject({ status: 401, code: 102001 })
      expect((await signIn({}, { headers: { authorization } })).status).toBe(401)
    }
  })
})
