import { expect, type Page, test } from './fixtures'
import { listPath, rows } from './lists'
import { networkIdle } from './network-idle'

/**
 * What a first load may take: bytes on the line of the document, the style and the scripts, packed, and how many requests.
 * Little above what it takes; a page that gets lighter gets less.
 */
interface Budget {
  document: number
  style: number
  script: number
  requests: number
}

type Kind = Exclude<keyof Budget, 'requests'>
const kinds: Record<string, Kind> = { Document: 'document', Stylesheet: 'style', Script: 'script' }

/** Everything that comes by itself: nothing is pressed, and the pointer is nowhere. */
async function taken(page: Page, open: () => Promise<void>): Promise<Budget> {
  const total: Budget = { document: 0, style: 0, script: 0, requests: 0 }
  const asked = new Map<string, Kind | undefined>()
  const tools = await page.context().newCDPSession(page)
  tools.on('Network.requestWillBeSent', ({ requestId, type = '', request }) => {
    // The tab's icon is asked for once in a browser's life.
    if (!/^https?:/.test(request.url) || request.url.endsWith('/images/mark.svg')) return
    asked.set(requestId, kinds[type])
    total.requests += 1
  })
  tools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = asked.get(requestId)
    if (kind !== undefined) total[kind] += encodedDataLength
  })
  await tools.send('Network.enable')
  await open()
  await networkIdle(page)
  return total
}

function keeps(total: Budget, budget: Budget): void {
  const over = Object.entries(total).filter(([name, value]) => value > budget[name as keyof Budget])
  expect(Object.fromEntries(over), JSON.stringify(total)).toEqual({})
  // It was measured.
  expect(Math.min(...Object.values(total)), JSON.stringify(total)).toBeGreaterThan(0)
}

test('GUARD-1 the login page stays light', async ({ page }) => {
  const total = await taken(page, async () => {
    await page.goto('/login')
    await expect(page.locator('form img')).toBeVisible()
  })
  keeps(total, { document: 22_500, style: 14_650, script: 165_800, requests: 13 })
})

test.describe('inside', () => {
  test.use({ as: 'operator' })

  test('LIST-7 the first load of a list stays light', async ({ page }) => {
    const total = await taken(page, async () => {
      await page.goto(listPath)
      await expect(rows(page).first()).toBeVisible()
    })
    // Its rows are those of the moment.
    keeps(total, { document: 29_000, style: 14_650, script: 229_750, requests: 17 })
  })

  test('LIST-7 browsers compile the scripts of a list while they arrive', async ({ page }) => {
    await page.goto(listPath)
    const scripts = await page
      .locator('script[src]')
      .evaluateAll((all) => all.map((one) => (one as HTMLScriptElement).src))
    expect(scripts.length).toBeGreaterThan(5)
    const hint = '//# allFunctionsCalledOnLoad\n'
    for (const script of scripts) {
      const text = await (await page.request.get(script)).text()
      expect(text.slice(0, hint.length), script).toBe(hint)
    }
  })
})
