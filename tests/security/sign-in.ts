import { expect } from 'playwright/test'
import { type AbuseCase, signedIn } from './abuse-case'
import { captchaKey, envelopeOf, hash, unique } from './attacker'
import { addPerson } from './people'
import { headersOf } from './wire'

export const signIn: readonly AbuseCase[] = [
  {
    ...{ id: 'I01', requirements: ['LOGIN-8'], asvs: ['6.3.1', '2.4.1', '15.4.2'] },
    tried: 'forty wrong sign-ins at the same moment',
    expected: 'five are looked at, the rest meets the lock, and so does the right password; nobody else does',
    try: signedIn('admin', async ({ as: admin, ...attacker }) => {
      const person = await addPerson(attacker, admin, { EAST: 'viewer' })
      const tries = Array.from({ length: 40 }, (_, at) => attacker.trySignIn(person.account, `wrong${at}`))
      const answers = (await Promise.all(tries)).map(({ answer }) => envelopeOf(answer))
      expect(answers.every(({ code }) => code === 101016)).toBe(true)
      const looked = answers.filter(({ msg }) => !/锁定|稍后|秒/.test(msg))
      expect(looked.length).toBe(5)
      const right = await attacker.trySignIn(person.account, person.password)
      expect(envelopeOf(right.answer)).toMatchObject({
        code: 101016,
        msg: answers.find((one) => !looked.includes(one)) && expect.stringMatching(/秒/),
      })
      const other = await addPerson(attacker, admin, { EAST: 'viewer' })
      expect(envelopeOf((await attacker.trySignIn(other.account, other.password)).answer).code).toBe(0)
    }),
  },
  {
    ...{ id: 'I02', requirements: ['LOGIN-8', 'EDGE-7'], asvs: ['6.3.1', '15.3.4'] },
    tried: 'a lock evaded by other spellings of the account, forged addresses, other browsers and languages',
    expected: 'it holds',
    try: signedIn('admin', async ({ as: admin, ...attacker }) => {
      const person = await addPerson(attacker, admin, { EAST: 'viewer' })
      const forged = (at: number) => ({
        'x-forwarded-for': `10.0.0.${at}`,
        'user-agent': `Browser/${at}`,
        cookie: `lang=${at % 2 ? 'en' : 'zh-cn'}`,
      })
      const spellings = [
        person.account.toUpperCase(),
        person.account,
        person.account.replace('abuse', 'ABUSE'),
      ]
      for (let at = 0; at < 5; at += 1) {
        await attacker.trySignIn(spellings[at % 3] ?? '', 'wrong', { headers: forged(at) })
      }
      for (const [at, spelling] of spellings.entries()) {
        const { answer } = await attacker.trySignIn(spelling, person.password, { headers: forged(at + 10) })
        expect([answer.status, envelopeOf(answer).code, headersOf(answer, 'set-cookie')], spelling).toEqual([
          400,
          101016,
          [],
        ])
      }
    }),
  },
  {
    ...{ id: 'I03', requirements: ['LOGIN-8'], asvs: ['2.4.1', '15.4.2'] },
    tried: 'captchas used twice, by two sign-ins at once, never drawn, or answered with other types',
    expected: 'each counts once, at most',
    try: async (attacker) => {
      const { call, send, target } = attacker
      const secret = hash(target.password)
      const code = target.captchaAnswer
      const key = captchaKey()
      await send(`/api/authorization/captcha?key=${key}`)
      const at = (body: object) => send('/api/session/sign-in', { method: 'POST', body, session: true })
      const both = await Promise.all(
        Array.from({ length: 8 }, () => at({ username: 'auditor', code, key, secret })),
      )
      expect(both.filter((answer) => envelopeOf(answer).code === 0).length).toBe(1)
      expect(envelopeOf(await at({ username: 'auditor', code, key, secret })).code).toBe(101016)
      for (const odd of [
        { key: captchaKey() },
        { key: '' },
        { key: '1' },
        { key: ['1'] },
        { key: { $ne: '' } },
        { code: '' },
        { code: null },
        { code: true },
        { code: ['2468'] },
        { code: '２４６８' },
      ]) {
        const { status, code: refusal } = await call('/session/sign-in', {
          body: { username: 'auditor', code, key, secret, ...odd },
        })
        expect([status, refusal === 0], JSON.stringify(odd)).toEqual([400, false])
      }
    },
  },
  {
    ...{ id: 'I04', requirements: ['LOGIN-8'], asvs: ['6.3.8'] },
    tried: 'telling accounts apart: unknown, existing, disabled, super administrator, with wrong passwords',
    expected: 'the same answer for each, to the letter',
    try: signedIn('admin', async ({ as: admin, ...attacker }) => {
      const disabled = await addPerson(attacker, admin, { EAST: 'viewer' })
      await attacker.call('/sys/user/page/updateEnable/', {
        as: admin,
        body: { id: disabled.id, enabled: 0 },
      })
      const existing = await addPerson(attacker, admin, { EAST: 'viewer' })
      const ofOneRequest = new Set(['date', 'x-request-id', 'server-timing'])
      const answers = []
      for (const [account, password] of [
        [unique('nobody'), 'wrong'],
        [existing.account, 'wrong'],
        [disabled.account, 'wrong'],
        [disabled.account, disabled.password],
      ] as const) {
        const { answer } = await attacker.trySignIn(account, password)
        answers.push([answer.status, answer.text, answer.headers.filter(([name]) => !ofOneRequest.has(name))])
      }
      for (const answer of answers) expect(answer).toEqual(answers[0])
    }),
  },
  {
    ...{ id: 'I05', requirements: ['LOGIN-2', 'LOGIN-8', 'VALID-2'], asvs: ['2.2.1', '15.3.5', '1.2.4'] },
    tried: 'sign-in with bodies of other shapes: types, lengths, plain passwords, injections, extra fields',
    expected: '400, nobody is signed in, no fault',
    try: async (attacker) => {
      const { send, target } = attacker
      const sound = {
        username: 'admin',
        code: target.captchaAnswer,
        key: captchaKey(),
        secret: hash(target.password),
      }
      const bodies: unknown[] = [
        ...['', 'x', 'null', '[]', '"admin"', '{', '[[[[', 'true', '1', '{"username":"admin"', '\ufeff{}'],
        ...['\u0000'],
        ...[
          null,
          true,
          1,
          [],
          {},
          ['admin'],
          { $gt: '' },
          'a'.repeat(31),
          '',
          'ad min',
          "admin'--",
          'admin\u0000',
          'ａｄｍｉｎ',
          'admin\r\nX: y',
          '../admin',
          '$'.repeat(30),
        ].map((username) => ({ ...sound, username })),
        ...[
          target.password,
          '',
          null,
          'z'.repeat(64),
          hash('x').toUpperCase(),
          [sound.secret],
          'a'.repeat(65),
          { $ne: 1 },
        ].map((secret) => ({ ...sound, secret })),
        ...['', 'abcd', '1234567890'].map((code) => ({ ...sound, code })),
        { ...sound, key: 'x' },
      ]
      for (const body of bodies) {
        const headers = { 'content-type': 'application/json' }
        const answer = await send('/api/session/sign-in', { method: 'POST', headers, body })
        // Not the captcha's refusal, which a sound body would meet: nothing was drawn under this key.
        expect([answer.status, envelopeOf(answer).code], JSON.stringify(body).slice(0, 100)).toEqual([
          400, 400,
        ])
        expect(answer.text).not.toContain(target.password)
      }
    },
  },
]
