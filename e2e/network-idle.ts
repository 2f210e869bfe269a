import { type BrowserContext, expect, type Page, type Request } from 'playwright/test'

interface Network {
  underWay: Set<Request>
  /** When the last request began or ended, in milliseconds since 1970. */
  lastAt: number
}
const networks = new WeakMap<Page, Network>()

/** Milliseconds without a request, after which none is on its way. */
const quiet = 500

/** Counts the requests of the context's pages from their first one on. */
export function watchNetwork(context: BrowserContext): void {
  context.on('page', (page) => networkOf(page))
}

function networkOf(page: Page): Network {
  const known = networks.get(page)
  if (known !== undefined) return known
  const network: Network = { underWay: new Set(), lastAt: Date.now() }
  networks.set(page, network)
  const note = (change: (request: Request) => void) => (request: Request) => {
    change(request)
    network.lastAt = Date.now()
  }
  page.on(
    'request',
    note((request) => network.underWay.add(request)),
  )
  for (const end of ['requestfinished', 'requestfailed'] as const) {
    page.on(
      end as 'requestfinished',
      note((request) => network.underWay.delete(request)),
    )
  }
  return network
}

/**
 * Ends when the page has asked for nothing, and waited for nothing, for half a second. The browser's own word for that does not
 * come to every page that is opened after another.
 */
export async function networkIdle(page: Page): Promise<void> {
  const network = networkOf(page)
  const idleFor = () => (network.underWay.size > 0 ? 0 : Date.now() - network.lastAt)
  await expect.poll(idleFor, { message: 'the network is quiet', timeout: 30_000 }).toBeGreaterThan(quiet)
}
