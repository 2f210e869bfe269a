import { expect, test, vi } from 'vitest'

/** A page that a console of 2000 made; whether a newer one is known after these answers. */
async function knownAfter(...built: (string | undefined)[]) {
  vi.resetModules()
  vi.stubGlobal('document', { documentElement: { dataset: { built: '2000' } } })
  const { hasNewVersion, heardOf, onNewVersion } = await import('#lib/new-version')
  const told = vi.fn()
  onNewVersion(told)
  for (const time of built)
    heardOf(new Response(null, { headers: time === undefined ? {} : { 'x-built': time } }))
  expect(told).toHaveBeenCalledTimes(hasNewVersion() ? 1 : 0)
  return hasNewVersion()
}

test('EDGE-9 HOLD-4 a newer console is known from its first answer on, and told once, though older ones answer in turns', async () => {
  expect(await knownAfter('2000', '3000', '2000', '4000')).toBe(true)
})

test('HOLD-2 HOLD-3 HOLD-5 a page that was made before the platform had said so knows from any answer that writes may be repeated', async () => {
  vi.stubGlobal('document', { documentElement: { dataset: { built: '2000' } } })
  const { heardOf } = await import('#lib/new-version')
  const { keepsKeys } = await import('#lib/request')
  heardOf(new Response(null))
  expect(keepsKeys()).toBe(false)
  heardOf(new Response(null, { status: 502, headers: { 'x-repeats': '1' } }))
  expect(keepsKeys()).toBe(true)
})

test('EDGE-9 HOLD-4 nothing is offered by the same console, an older one, or one that does not say', async () => {
  expect(await knownAfter('2000', '1000', '', undefined)).toBe(false)
})
