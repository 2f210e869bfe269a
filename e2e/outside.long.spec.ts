import type { Frame } from 'playwright/test'
import { expect, microPage, type Page } from './fixtures'
import { type Code, codes, openPage, shownFrame, outsideTest as test } from './outside-fixture'

const hashRouters: readonly Code[] = ['vuenaive', 'sveltevite']
/** The shell's address of a route in the page. */
const addressOf = (code: Code, route: string) => `/${code}${hashRouters.includes(code) ? '/#' : ''}${route}`
const withCalls = codes.filter((code) => code !== 'vuenaive')

test('FRAME-1 a window’s height is the page’s area, and what is fixed stays inside it', async ({ page }) => {
  for (const code of codes) {
    const frame = await openPage(page, `/${code}/`, 'Overlays')
    const area = await page.getByTestId('micro-view').filter({ visible: true }).boundingBox()
    const sized = await frame.getByTestId('sized').boundingBox()
    const pinned = await frame.getByTestId('pinned').boundingBox()
    expect(sized?.height, code).toBe(area?.height)
    const end = (box: typeof area) => [(box?.x ?? 0) + (box?.width ?? 0), (box?.y ?? 0) + (box?.height ?? 0)]
    const scrollbar = await frame.evaluate(() => window.innerWidth - document.documentElement.clientWidth)
    expect(end(pinned), code).toEqual([(end(area)[0] ?? 0) - scrollbar, end(area)[1]])
  }
})

for (const code of withCalls) {
  test(`FRAME-2 files of an untouched build are found: ${code}`, async ({ page }) => {
    const missing: string[] = []
    page.on('response', (answer) => answer.status() >= 400 && missing.push(answer.url()))
    const frame = await openPage(page, addressOf(code, '/calls'), 'Calls')
    for (const name of ['bundled', 'public']) {
      const picture = frame.getByTestId(name)
      if ((await picture.count()) === 0) continue
      await expect
        .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth), name)
        .toBeGreaterThan(0)
    }
    const drawn = frame.getByTestId('drawn')
    if ((await drawn.count()) > 0) {
      const image = await drawn.evaluate((element) => getComputedStyle(element).backgroundImage)
      const file = /url\("(.*)"\)/.exec(image)?.[1] ?? ''
      const isThere = (url: string) =>
        frame.evaluate((given) => fetch(given).then((answer) => answer.ok), url)
      expect(await isThere(file), file).toBe(true)
    }
    expect(missing).toEqual([])
  })

  test(`FRAME-3 pictures, downloads and reports of its own API work by plain address: ${code}`, async ({
    page,
    systems,
  }) => {
    const { asked } = systems[code]
    const frame = await openPage(page, addressOf(code, '/calls'), 'Calls')
    const picture = frame.getByTestId('picture')
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(20)
    expect(asked).toContain('GET picture.png person')
    const film = frame.getByTestId('film')
    if ((await film.count()) > 0) {
      await expect.poll(() => film.evaluate((video: HTMLVideoElement) => video.duration)).toBe(1)
    }
    const called = frame.getByTestId('called')
    if ((await called.count()) > 0) {
      expect(await called.evaluate((element) => getComputedStyle(element).backgroundImage)).toContain('/api/')
    }
    const [saved] = await Promise.all([page.waitForEvent('download'), frame.getByTestId('download').click()])
    expect([saved.suggestedFilename(), await saved.failure()]).toEqual(['table.csv', null])
    const report = page.context().waitForEvent('response', (answer) => answer.url().endsWith('/report.pdf'))
    await frame.getByTestId('open').click()
    const answer = await report
    const { 'content-type': type, 'content-disposition': disposition } = answer.headers()
    expect([answer.status(), type, disposition]).toEqual([200, 'application/pdf', undefined])
  })

  test(`FRAME-4 its own API is called without a header of ours: ${code}`, async ({ page, systems }) => {
    const { asked } = systems[code]
    const frame = await openPage(page, addressOf(code, '/calls'), 'Calls')
    if (code === 'reactantd') {
      const file = { name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('a') }
      await frame.locator('input[type=file]').setInputFiles(file)
      await expect(frame.getByTestId('lines')).toContainText('upload done {"stored":true}')
    }
    await frame.getByTestId('run').click()
    await expect(frame.getByText(/^done$/)).toBeVisible()
    const lines = await frame.getByTestId('lines').innerText()
    const read = '{"method":"GET","body":""}'
    const posted = '{"method":"POST","body":"{\\"a\\":1}"}'
    for (const line of [
      ...[
        `xhr 200 ${read}`,
        `xhr-post 200 ${posted}`,
        `fetch ${read}`,
        'request {"method":"POST","body":"{}"}',
      ],
      ...['events first,waits,last', 'socket echo hello'],
      ...(code === 'vueelement' ? [`axios ${read}`, `axios-post ${posted}`] : []),
      ...(code === 'angularmaterial' ? [`client ${read}`, `client-post ${posted}`] : []),
    ]) {
      expect(lines).toContain(line)
    }
    expect(asked.filter((line) => line.endsWith('nobody'))).toEqual([])
  })
}

const heading = (page: Page, name: string) =>
  expect(microPage(page).getByRole('heading', { name })).toBeVisible()
const press = (frame: Frame, name: string) => frame.getByRole('link', { name, exact: true }).click()

for (const code of codes) {
  test(`FRAME-5 deep links, reload, Back and Forward: ${code}`, async ({ page }) => {
    await page.goto('/home')
    const form = addressOf(code, '/form')
    const frame = await openPage(page, form, 'Form')
    await press(frame, 'overlays')
    await heading(page, 'Overlays')
    await expect(page).toHaveURL(addressOf(code, '/'))
    await press(frame, 'form')
    await heading(page, 'Form')
    await expect(page).toHaveURL(form)
    await page.goBack()
    await heading(page, 'Overlays')
    await page.goForward()
    await heading(page, 'Form')
    await page.goBack()
    await page.goBack()
    await heading(page, 'Form')
    await page.reload()
    await heading(page, 'Form')
    await expect(page).toHaveURL(form)
    await page.goForward()
    await heading(page, 'Overlays')
    await page.goBack()
    await heading(page, 'Form')
    // None of them was a dead press.
    await page.goBack()
    await expect(page).toHaveURL('/home')
  })
}

test('FRAME-5 what `location.hash` says is an entry of the history', async ({ page }) => {
  const frame = await openPage(page, '/sveltevite/', 'Overlays')
  await frame.getByTestId('by-script').click()
  await heading(page, 'Form')
  await expect(page).toHaveURL('/sveltevite/#/form')
  await page.goBack()
  await heading(page, 'Overlays')
})

test('FRAME-5 what was typed is there after another system’s page', async ({ page }) => {
  for (const [here, there] of [
    ['vueelement', 'vuenaive'],
    ['sveltevite', 'reactantd'],
    ['angularmaterial', 'sveltevite'],
  ] as const) {
    const frame = await openPage(page, addressOf(here, '/form'), 'Form')
    const draft = frame.getByTestId('draft')
    const field =
      (await draft.evaluate((element) => element.localName)) === 'input' ? draft : draft.locator('input')
    await field.fill('half typed')
    await page.evaluate((to) => window.history.pushState(null, '', to), `/${there}/`)
    await heading(page, 'Overlays')
    // Presses in the shell and in other pages are none of this one's.
    await press(await shownFrame(page), 'form')
    await heading(page, 'Form')
    await page.goBack()
    await page.goBack()
    await expect(page).toHaveURL(addressOf(here, '/form'))
    await expect(field).toBeVisible()
    await expect(field).toHaveValue('half typed')
  }
})
