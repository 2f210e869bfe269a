import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { addressOf, type Endpoint } from '#contracts/endpoint'
import { add } from '#contracts/organization'
import { currentUser, listOrganizations } from '#contracts/session'
import { sendSmsCode, update } from '#contracts/user'
import { createApp } from '#platform/app'
import { setPasswordCost } from '#platform/kernel/auth/password'
import { beginSession } from '#platform/kernel/auth/tokens'
import { migrate } from '#platform/kernel/db/migrate'
import { jsonLog } from '#platform/kernel/log'
import { firstStart } from '#platform/seed/first-start'
import { auditKeys, testStart } from './databases.ts'
import { emptyDatabase } from './empty-database.ts'

test('LOGIN-5 ME-1 the administrator of a first start without demo data has a profile, and gives it a phone, and the first organization', async () => {
  setPasswordCost(8)
  const db = await emptyDatabase()
  await migrate(db)
  await firstStart(db, () => testStart, { demo: false, adminPassword: 'Atrium2026', auditKeys })
  const lines: string[] = []
  const config = { clientId: '', clientSecret: '', auditKeys, trustedProxies: [], captchaFixed: undefined }
  const log = jsonLog('error', { write: (line) => lines.push(line) })
  const app = createApp({ db, clock: () => testStart, config, log })
  const { id } = await db.selectFrom('account').select('id').executeTakeFirstOrThrow()
  const token = await beginSession(db, id, { address: '127.0.0.1', agent: 'tests', now: testStart })
  const ask = async (endpoint: Endpoint, { query, body }: { query?: unknown; body?: unknown } = {}) => {
    const response = await app.request(addressOf(endpoint, { query }), {
      method: endpoint.method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', locale: 'en-US' },
      body: body === undefined ? null : JSON.stringify(body),
    })
    const answer = await response.json()
    expect(answer).toMatchObject({ code: endpoint.success })
    return z.parse(endpoint.data, answer.data ?? undefined)
  }
  expect(await ask(currentUser)).toMatchObject({
    username: 'admin',
    nickName: 'admin',
    phone: null,
    email: null,
    company: null,
    headImg: null,
    orgAndRoleInfoList: [],
    superIdentification: true,
  })
  const phone = '13800000001'
  await ask(sendSmsCode, { query: { phone } })
  const { code } = JSON.parse(lines.findLast((line) => line.includes('sms code')) ?? '{}')
  await ask(update, { body: { phone, smsCode: code } })
  expect(await ask(currentUser)).toMatchObject({ phone })
  expect(await ask(listOrganizations, { query: { enabled: true } })).toEqual([])
  await ask(add, { body: { name: 'First', code: 'FIRST', enabled: true } })
  expect(await ask(listOrganizations, { query: { enabled: true } })).toMatchObject([{ orgName: 'First' }])
})
