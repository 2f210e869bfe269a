import { pagesWith, resources } from '../lib/contracts/registry'
import { demoPassword, expect, test } from './fixtures'
import { noSafari, openSafari, type Safari } from './safari'
import { captchaAnswer } from './stack'

test.skip(noSafari !== undefined, noSafari)

let safari: Safari
test.beforeEach(async () => {
  safari = await openSafari()
})
test.afterEach(() => safari.end())

const until = (condition: string) =>
  expect.poll(() => safari.run(`return ${condition}`), condition).toBe(true)
const isReady = 'window.pageReady === true'

async function signIn(origin: string, account: string): Promise<void> {
  await safari.open(`${origin}/login`)
  await until(isReady)
  await safari.type('[name=username]', account)
  await safari.type('[name=password]', demoPassword)
  await safari.type('[name=code]', captchaAnswer)
  await safari.click('[type=submit]')
  await until(`!location.pathname.startsWith('/login')`)
}

test('MICRO-1 CHOOSE-2 in Safari’s engine a person signs in, enters a system, and its pages come', async ({
  origin,
}) => {
  await signIn(origin, 'operator')
  await until(`${isReady} && document.querySelectorAll('li[data-theme] button').length === 2`)
  await safari.click('li[data-theme]:nth-child(2) button')
  await until(`location.pathname === '/home'`)
  await safari.click('nav a[href="/ems/stations"]')
  const text = `[...document.querySelectorAll('iframe')].map((frame) => frame.contentDocument.body?.innerText).join()`
  await until(`${text}.includes('EAST-001')`)
  await safari.click('nav a[href="/ems/alarms"]')
  await until(`${text}.includes('告警或电站')`)
  await safari.run('history.back()')
  await until(`location.pathname === '/ems/stations'`)
})

test('ACC-2 ROLE-3 A11Y-4 in Safari’s engine dialogs show what they hold', async ({ origin }) => {
  await signIn(origin, 'admin')
  for (const name of pagesWith('add')) {
    await safari.open(`${origin}${resources[name].page?.path}`)
    await until(`${isReady} && document.querySelector('#content h1') !== null`)
    await safari.click('#content h1 ~ div > button:last-child')
    await until(`document.querySelector('[role=dialog] form input') !== null`)
    const [room, needed] = await safari.run<[number, number]>(
      `const { clientHeight, scrollHeight } = document.querySelector('[role=dialog] form > div'); return [clientHeight, scrollHeight]`,
    )
    expect(room, name).toBeGreaterThanOrEqual(Math.min(needed, 400))
  }
})
