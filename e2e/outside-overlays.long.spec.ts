import type { Frame } from 'playwright/test'
import { expect, type Locator, type Page } from './fixtures'
import { type Code, openPage, outsideTest as test } from './outside-fixture'

/** What opens over a page, and how its library marks it. */
const overlays: Partial<Record<Code, Record<string, string>>> = {
  vueelement: {
    ...{ select: '.el-select__popper', date: '.el-picker__popper', tooltip: '.el-popper.is-dark' },
    ...{ menu: '.el-dropdown__popper', drawer: '.el-drawer', message: '.el-message', dialog: '.el-dialog' },
    inner: '.el-select__popper',
  },
  vuenaive: {
    ...{ select: '.n-select-menu', date: '.n-date-panel', tooltip: '.n-tooltip', menu: '.n-dropdown-menu' },
    ...{ drawer: '.n-drawer', message: '.n-message', dialog: '.n-modal', inner: '.n-select-menu' },
  },
  reactantd: {
    ...{ select: '.ant-select-dropdown', date: '.ant-picker-dropdown', tooltip: '.ant-tooltip' },
    ...{ menu: '.ant-dropdown', drawer: '.ant-drawer-content-wrapper', message: '.ant-message-notice' },
    ...{ dialog: '.ant-modal', inner: '.ant-select-dropdown' },
  },
  angularmaterial: {
    ...{ select: '.mat-mdc-select-panel', date: 'mat-datepicker-content', tooltip: '.mat-mdc-tooltip' },
    ...{ menu: '.mat-mdc-menu-panel', drawer: 'mat-sidenav', message: 'mat-snack-bar-container' },
    ...{ dialog: 'mat-dialog-container', inner: '.mat-mdc-select-panel' },
  },
}

interface Box {
  x: number
  y: number
  width: number
  height: number
}
type Boxes = Record<string, Box>

/** Opens one after the other, and tells where each stands in its window once it has come to rest. */
async function measure(page: Page, frame: Frame, code: Code): Promise<Boxes> {
  const boxes: Boxes = {}
  for (const [kind, selector] of Object.entries(overlays[code] ?? {})) {
    const trigger = frame.getByTestId(kind)
    if (kind !== 'inner') await trigger.evaluate((element) => element.scrollIntoView({ block: 'center' }))
    if (kind === 'tooltip') await trigger.hover()
    else if (kind === 'date') await trigger.locator('input').click()
    else await trigger.click({ button: kind === 'menu' && code !== 'angularmaterial' ? 'right' : 'left' })
    boxes[kind] = await restingBox(frame.locator(selector).filter({ visible: true }).last())
    // The message stands by itself; the last select opens over the dialog.
    if (!['message', 'dialog', 'inner'].includes(kind)) await close(page, frame, kind, selector)
  }
  return boxes
}

async function close(page: Page, frame: Frame, kind: string, selector: string): Promise<void> {
  const open = frame.locator(selector).filter({ visible: true })
  await expect(async () => {
    if (kind === 'tooltip') await page.mouse.move(2, 2)
    else if (kind === 'menu') await pressCorner(page, frame)
    else await page.keyboard.press('Escape')
    await expect(open).toHaveCount(0, { timeout: 2000 })
  }).toPass()
}

/** Presses where nothing opens: the last corner of what is seen of the page. */
async function pressCorner(page: Page, frame: Frame): Promise<void> {
  const inner = frame.parentFrame() === null ? null : await (await frame.frameElement()).boundingBox()
  const { width = 0, height = 0 } = page.viewportSize() ?? {}
  const { x, y, ...size } = inner ?? { x: 0, y: 0, width, height }
  await page.mouse.click(Math.min(x + size.width, width) - 4, Math.min(y + size.height, height) - 4)
}

/** Where it stands when it has not moved for ten frames. */
async function restingBox(overlay: Locator): Promise<Box> {
  await expect(overlay).toBeVisible()
  return overlay.evaluate(async (element) => {
    const look = () => {
      const { x, y, width, height } = element.getBoundingClientRect()
      return { x, y, width, height }
    }
    let box = look()
    for (let still = 0; still < 10; ) {
      await new Promise((resolve) => setTimeout(resolve, 30))
      const next = look()
      still = JSON.stringify(next) === JSON.stringify(box) ? still + 1 : 0
      box = next
    }
    return box
  })
}

for (const code of Object.keys(overlays) as Code[]) {
  for (const { width, menu } of [
    { width: 1440, menu: 'open' },
    { width: 1440, menu: 'closed' },
    { width: 390, menu: 'closed' },
  ]) {
    test(`FRAME-1 overlays of ${code} open where they belong, ${width} px, menu ${menu}`, async ({
      page,
      context,
      browser,
      systems,
    }) => {
      // Sixteen overlays, each watched until it rests.
      test.setTimeout(240_000)
      await page.setViewportSize({ width, height: 900 })
      await context.addCookies([
        { name: 'sidebar', value: menu === 'open' ? '1' : '0', url: process.env.ATRIUM_URL ?? '' },
      ])
      const frame = await openPage(page, `/${code}/`, 'Overlays')
      const size = await frame.evaluate(() => ({ width: window.innerWidth, height: window.innerHeight }))
      const inShell = await measure(page, frame, code)

      // The same build in a window of its own, as large as the page's area.
      const own = await browser.newPage({ viewport: size, locale: 'zh-CN' })
      await own.goto(`http://127.0.0.1:${systems[code].port}/`)
      const alone = await measure(own, own.mainFrame(), code)
      await own.close()

      for (const [kind, box] of Object.entries(alone)) {
        for (const side of ['x', 'y', 'width', 'height'] as const) {
          expect(Math.abs((inShell[kind]?.[side] ?? 0) - box[side]), `${kind} ${side}`).toBeLessThanOrEqual(2)
        }
      }
    })
  }
}
