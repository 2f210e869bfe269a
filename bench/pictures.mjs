import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright'
import { pagesWith, resources } from '../lib/contracts/registry.ts'
import { ensureBuilt } from '../scripts/lib/build.mjs'
import { chromiumFlags, ensureChromium, findChromium } from '../scripts/lib/chromium.mjs'
import { command } from '../scripts/lib/fault.mjs'
import { root } from '../scripts/lib/paths.mjs'
import { prepare } from '../scripts/lib/prepare.mjs'
import { benchStack, enterSystem, signIn } from './lib/bench-stack.mjs'

const widths = [320, 390, 1024, 1440, 1920]
const languages = ['zh-cn', 'en']
const schemes = ['light', 'dark']
const height = 900
const folder = join(root, 'pictures')

/** What is pictured: a page, whose it is, what is pressed there, and what has come then. */
const pages = Object.values(resources).flatMap(({ key, page }) =>
  page ? [{ name: key, path: page.path }] : [],
)
const dialogs = pagesWith('add')
const states = [
  { name: 'sign-in', path: '/login', who: null },
  { name: 'sign-in-refused', path: '/login', who: null, press: 'button[type=submit]' },
  { name: 'chooser', path: '/selectSystem?nf=t' },
  { name: 'orphan', path: '/selectSystem?nf=t', who: 'orphan', system: null },
  { name: 'home', path: '/home' },
  { name: 'home-of-a-system', path: '/home', system: 'ems' },
  { name: 'sub-application', path: '/ems/stations', system: 'ems' },
  ...pages,
  ...dialogs.map((name) => ({
    name: `${name}-add`,
    path: pages.find((page) => page.name === name)?.path,
    press: '#content h1 ~ div > button:last-child',
    // Without an application there is nothing to put a menu under.
    shows: name === 'menu' ? undefined : '[role=dialog] input',
  })),
  {
    name: 'palette',
    path: '/account/index',
    press: 'header [aria-keyshortcuts]',
    shows: '[role=dialog] [role=option]',
  },
  {
    name: 'more-filters',
    path: '/account/index',
    press: '[data-testid=search-bar] [popovertarget]',
    shows: ':popover-open input',
  },
  { name: 'chosen', path: '/account/index', press: 'thead [type=checkbox]', shows: '[role=toolbar]' },
  {
    name: 'chosen-entries',
    who: 'admin',
    path: '/menu/index?searchStr=%E8%83%BD%E6%BA%90%E7%AE%A1%E7%90%86%E7%B3%BB%E7%BB%9F',
    press: 'thead [type=checkbox]',
    shows: '[role=toolbar]',
  },
  {
    name: 'import-taken-back',
    path: '/account/index?takeBack=0123456789abcdef',
    shows: '[role=dialog] [role=status]',
  },
  { name: 'bin', path: '/account/index', press: '#content h1 ~ div > button', shows: '[role=dialog]' },
  { name: 'sheet', path: '/account/index', press: '[data-row-link]', shows: '[role=dialog]' },
  {
    name: 'view',
    path: '/account/index',
    press: '#content h1 ~ div [popovertarget]',
    shows: ':popover-open [type=checkbox]',
  },
  { name: 'place-switch', path: '/account/index', press: 'header [aria-haspopup=menu]' },
  { name: 'nothing-found', path: '/account/index?account=nobody-at-all' },
  { name: 'forbidden', path: '/assets/index', who: 'auditor' },
  { name: 'not-found', path: '/nowhere' },
]
/** What a platform that is away leaves. */
const failures = [
  { name: 'failed', path: '/account/index' },
  { name: 'failed-chooser', path: '/selectSystem?nf=t' },
]

command(async () => {
  const code = await prepare({ development: true })
  if (code !== undefined) return code
  await ensureBuilt()
  await ensureChromium()
  const wanted = process.argv.slice(2)
  const isWanted = ({ name }) => wanted.length === 0 || wanted.some((part) => name.includes(part))
  const stack = await benchStack()
  const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumFlags })
  mkdirSync(folder, { recursive: true })
  let count = 0
  try {
    for (const state of states.filter(isWanted)) count += await picture(browser, stack.url, state)
    const away = failures.filter(isWanted)
    // Signed in while the platform is there.
    for (const state of away) state.cookie = await sessionOf(stack.url, state)
    if (away.length > 0) await stack.platform.stop()
    for (const state of away) count += await picture(browser, stack.url, state)
  } finally {
    await browser.close()
    await stack.stop()
  }
  console.log(`${count} pictures in ${folder}`)
  return 0
})

async function sessionOf(url, { who = 'operator', system = 'uia' }) {
  if (who === null) return ''
  const cookie = await signIn(url, who)
  return system === null ? cookie : enterSystem(url, cookie, system)
}

/** One load a language; sizes and schemes change in place. */
async function picture(browser, url, { name, path, press, shows, cookie, ...whose }) {
  const session = cookie ?? (await sessionOf(url, whose))
  for (const lang of languages) {
    const context = await browser.newContext({ viewport: { width: 1440, height }, reducedMotion: 'reduce' })
    const kept = [...session.split('; ').filter(Boolean), `lang=${lang}`]
    await context.addCookies(
      kept.map((pair) => {
        const [key, ...value] = pair.split('=')
        return { name: key, value: value.join('='), url }
      }),
    )
    const page = await context.newPage()
    await page.goto(url + path, { waitUntil: 'networkidle' })
    if (press !== undefined) await page.locator(press).filter({ visible: true }).first().click()
    if (shows !== undefined) await page.locator(shows).filter({ visible: true }).first().waitFor()
    for (const width of widths) {
      await page.setViewportSize({ width, height })
      for (const colorScheme of schemes) {
        await page.emulateMedia({ colorScheme })
        // Not 'networkidle', which never comes again where the router changed the address in between.
        await page.waitForFunction(() => [...document.images].every(({ complete }) => complete))
        await page.screenshot({ path: join(folder, `${name}-${width}-${lang}-${colorScheme}.png`) })
      }
    }
    await context.close()
  }
  return languages.length * widths.length * schemes.length
}
