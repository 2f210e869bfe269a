import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as z from 'zod'

/** What Grafana from version 10 on needs of a dashboard that is imported. */
const place = z.object({ x: z.int().min(0), y: z.int().min(0), w: z.int().min(1).max(24), h: z.int().min(1) })
const probes = 'route!~"/healthz|/readyz"'
const source = z.object({ type: z.literal('prometheus'), uid: z.string() })
const target = z.object({ refId: z.string().min(1), expr: z.string().min(1), legendFormat: z.string() })
const panel = z.object({
  id: z.int().positive(),
  type: z.enum(['timeseries', 'stat']),
  title: z.string().min(1),
  datasource: source,
  gridPos: place,
  fieldConfig: z.object({ defaults: z.object({ unit: z.string() }), overrides: z.array(z.unknown()) }),
  targets: z.array(target).min(1),
})
const dashboard = z.object({
  // A number would be that of a dashboard of its maker's.
  id: z.null().optional(),
  uid: z.string().max(40),
  title: z.string().min(1),
  // 39 is that of Grafana 10.4; a later one migrates it, an earlier one refuses none.
  schemaVersion: z.int().min(36).max(39),
  time: z.object({ from: z.string(), to: z.string() }),
  templating: z.object({
    list: z.array(z.object({ name: z.string(), type: z.string(), query: z.string() })),
  }),
  panels: z.array(panel).min(1),
})

test('OPS-5 the dashboard is one that Grafana imports, asks for its Prometheus, and shows each panel in a place of its own', () => {
  const text = readFileSync(new URL('../../../docs/operate/dashboard.json', import.meta.url), 'utf8')
  const { panels, templating } = dashboard.parse(JSON.parse(text))
  const sources = templating.list.filter(({ type }) => type === 'datasource').map(({ name }) => `\${${name}}`)
  expect([...new Set(panels.map(({ datasource }) => datasource.uid))]).toEqual(sources)
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
  for (const { title, targets } of panels)
    expect(new Set(targets.map(({ refId }) => refId)).size, title).toBe(targets.length)
  const requests = panels
    .flatMap(({ targets }) => targets)
    .filter(({ expr }) => /request_duration/.test(expr))
  // Whoever watches asks more often, and is answered sooner, than people.
  for (const { expr } of requests) expect(expr.includes(probes) || expr.includes('route)'), expr).toBe(true)
  const taken = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, n) => `${x + (n % w)}:${y + Math.floor(n / w)}`),
  )
  expect(new Set(taken).size).toBe(taken.length)
  expect(Math.max(...panels.map(({ gridPos: { x, w } }) => x + w))).toBeLessThanOrEqual(24)
})
