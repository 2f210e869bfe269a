import http from 'node:http'
import { expect, test } from 'playwright/test'
import { sharedStack } from './global-setup'
import { startConsole } from './stack'

interface Answer {
  status: number | undefined
  retryAfter: string | undefined
  body: string
  /** Milliseconds. */
  took: number
}

/** As somebody with a connection of their own. */
function get(url: string): Promise<Answer> {
  const since = performance.now()
  return new Promise((resolve, reject) => {
    http
      .get(url, { agent: false, headers: { cookie: 'lang=en' } }, async (response) => {
        let body = ''
        for await (const chunk of response.setEncoding('utf8')) body += chunk
        const { statusCode: status, headers } = response
        resolve({ status, retryAfter: headers['retry-after'], body, took: performance.now() - since })
      })
      .once('error', reject)
  })
}

test('HOLD-8 more people than a built console can answer: some get their page, the others a sentence soon, and it goes on', async () => {
  const site = await startConsole(sharedStack().platformUrl, { RATE_LIMIT: '0' })
  try {
    // The page of that address alone is kept, and costs nothing.
    const url = `${site.url}/login?from=%2Faccount%2Findex`
    expect((await get(url)).status).toBe(200)
    const answers = await Promise.all(Array.from({ length: 400 }, () => get(url)))
    const served = answers.filter(({ status }) => status === 200)
    const refused = answers.filter(({ status }) => status === 503)
    expect(served.length).toBeGreaterThan(0)
    expect(refused.length).toBe(answers.length - served.length)
    expect(refused.length).toBeGreaterThan(100)
    for (const { retryAfter, body } of refused) {
      expect(retryAfter).toBe('1')
      expect(body).toContain('Too many people are using the console at once')
    }
    expect(Math.min(...refused.map(({ took }) => took))).toBeLessThan(3000)
    await expect.poll(async () => (await get(url)).status, { timeout: 10_000 }).toBe(200)
  } finally {
    await site.stop()
  }
})
