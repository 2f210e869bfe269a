import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { routeOf } from '#lib/server/metrics/route-of'

const textOf = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')

test.each([
  ['GET', '/account/index?account=ann', '/account/index'],
  ['GET', '/login', '/login'],
  ['GET', '/api/sys/user/page/list?page=1', '/api/sys/user/page/list'],
  ['GET', '/api/sys/user/page/detail/4711', '/api/sys/user/page/detail/{id}'],
  ['GET', '/api/ems/anything/4711', 'call of a system'],
  ...readdirSync('app/api/session').map((name) => ['POST', `/api/session/${name}`, `/api/session/${name}`]),
  ['GET', '/micro/ems/a.js', 'file of a system'],
  ['GET', '/_next/static/chunks/a1b2.js', 'file'],
  ['GET', '/ems/whatever/somebody/types', 'page of a system'],
])('OPS-5 a request is measured by its route, of which there are few: %s %s', (method, address, route) => {
  expect(routeOf(method, address)).toBe(route)
})

test('OPS-5 rules, dashboard and description speak of metrics that there are', () => {
  const code = textOf('lib/server/metrics/metrics.ts') + textOf('platform/kernel/metrics.ts')
  const made = new Set([...code.matchAll(/(?:name: |gauge\()'(atrium_\w+)'/g)].map((match) => match[1]))
  expect(made.size).toBeGreaterThan(8)
  const named = (file: string) => [
    ...new Set(
      [...textOf(file).matchAll(/\batrium_\w+/g)].map(([name]) => name.replace(/_(bucket|count)$/, '')),
    ),
  ]
  const documents = ['docs/operate/alerts.yml', 'docs/operate/dashboard.json', 'docs/operate/watching.md']
  for (const file of documents)
    expect(
      named(file).filter((name) => !made.has(name)),
      file,
    ).toEqual([])
  expect([...made].filter((name) => !named('docs/operate/watching.md').includes(name ?? ''))).toEqual([])
  const alerts = [...textOf('docs/operate/alerts.yml').matchAll(/alert: (\w+)/g)].map((match) => match[1])
  const explained = alerts.filter((name) => textOf('docs/operate/watching.md').includes(`\`${name}\``))
  expect(explained).toEqual(alerts)
})
