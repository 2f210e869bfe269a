import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '../scripts/lib/ports.mjs'
import { ask, enter, expect, signIn, test, trySignIn } from './fixtures'
import { makeFolder, startConsole, startPlatform } from './stack'

const documents = join(import.meta.dirname, '..', 'docs', 'operate')
const isThere = (program: string) => spawnSync(program, ['--version']).status === 0

test.skip(!isThere('prometheus') || !isThere('promtool'), 'Prometheus is not installed here')

interface Reply<Data> {
  status: string
  data: Data
}

test('OPS-5 a real Prometheus takes rules and metrics, and every panel of the dashboard finds its own', async ({
  playwright,
}) => {
  const alerts = await readFile(join(documents, 'alerts.yml'), 'utf8')
  const rules = spawnSync('promtool', ['check', 'rules', join(documents, 'alerts.yml')])
  expect(rules.status, String(rules.stderr)).toBe(0)
  const [consolePort, platformPort, port] = [await freePort(), await freePort(), await freePort()]
  const platform = await startPlatform({ PLATFORM_METRICS_PORT: String(platformPort) }, () => {})
  const site = await startConsole(platform.url, { METRICS_PORT: String(consolePort) })
  const folder = await makeFolder('prometheus')
  const shared = process.env.ATRIUM_URL
  process.env.ATRIUM_URL = site.url
  let prometheus: ChildProcess | undefined
  try {
    const given = await readFile(join(documents, 'prometheus.yml'), 'utf8')
    const config = given
      .replaceAll('9464', String(consolePort))
      .replaceAll('9465', String(platformPort))
      .replaceAll('15s', '1s')
      .replace('- alerts.yml', `- ${join(documents, 'alerts.yml')}`)
    await writeFile(join(folder.path, 'prometheus.yml'), config)
    prometheus = spawn(
      'prometheus',
      [
        `--config.file=${join(folder.path, 'prometheus.yml')}`,
        `--storage.tsdb.path=${join(folder.path, 'data')}`,
        `--web.listen-address=127.0.0.1:${port}`,
      ],
      { stdio: 'ignore' },
    )
    const prom = async <Data>(path: string) => {
      const answer = await fetch(`http://127.0.0.1:${port}/api/v1${path}`).catch(() => undefined)
      return answer === undefined ? undefined : ((await answer.json()) as Reply<Data>)
    }
    const caller = { request: await playwright.request.newContext({ baseURL: site.url }) }
    const somebody = { request: await playwright.request.newContext({ baseURL: site.url }) }
    await trySignIn(caller, 'operator', 'wrong')
    await signIn(caller, 'operator')
    await enter(caller, 'EAST', 'uia')
    /** A rate takes two readings with something between them; an error and a failure are made. */
    const visit = async () => {
      await ask(caller, '/auth/info')
      await signIn(somebody, 'auditor')
      await caller.request.get(`${site.url}/account/index`)
    }
    await visit()
    type Targets = { activeTargets: { health: string; labels: { job: string } }[] }
    const health = async () =>
      (await prom<Targets>('/targets'))?.data.activeTargets
        .map(({ health, labels }) => `${labels.job} ${health}`)
        .toSorted()
    await expect.poll(health, { timeout: 60_000 }).toEqual(['atrium-console up', 'atrium-platform up'])
    type Rules = { groups: { rules: { name: string; health: string }[] }[] }
    const states = async () =>
      (await prom<Rules>('/rules'))?.data.groups.flatMap((group) => group.rules) ?? []
    await expect
      .poll(async () => (await states()).filter(({ health }) => health === 'ok').length, { timeout: 60_000 })
      .toBe(alerts.match(/- alert:/g)?.length)
    await platform.service.stop()
    await caller.request.get(`${site.url}/account/index`)
    await platform.service.start()
    const { panels } = JSON.parse(await readFile(join(documents, 'dashboard.json'), 'utf8'))
    type Result = { result: unknown[] }
    for (const { title, targets } of panels) {
      for (const { expr } of targets) {
        // What has not happened here has no number: an error of the console's own, a statement that failed.
        const isRare = /5\.\.|failed/.test(expr)
        const found = async () => {
          await visit()
          const reply = await prom<Result>(`/query?query=${encodeURIComponent(expr)}`)
          expect(reply?.status, expr).toBe('success')
          return isRare ? 1 : (reply?.data.result.length ?? 0)
        }
        await expect.poll(found, { message: `${title}: ${expr}`, timeout: 60_000 }).toBeGreaterThan(0)
      }
    }
    // Nothing of it is told where people come.
    const own = await caller.request.get(`${site.url}/metrics`, { maxRedirects: 0 })
    expect(await own.text()).not.toContain('atrium_')
    await Promise.all([caller, somebody].map(({ request }) => request.dispose()))
  } finally {
    process.env.ATRIUM_URL = shared
    prometheus?.kill()
    await site.stop()
    await platform.stop()
    await folder.remove()
  }
})
