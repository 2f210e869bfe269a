import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { freePort } from '../../../scripts/lib/ports.mjs'
import { toldLine } from '../../../scripts/lib/serve.mjs'
import { createService } from '../../../scripts/lib/service.mjs'

test('OPS-3 a program is not taken for started because another one answers at its address', async () => {
  const other = createServer((_, response) => response.end()).listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const start = (endLimit: number) =>
    createService({
      name: 'program',
      args: ['-e', 'setInterval(() => {}, 1000)'],
      env: {},
      probe: `http://127.0.0.1:${port}/`,
      startLimit: 500,
      stopLimit: 1000,
      endLimit,
    }).start()
  await expect(start(100)).rejects.toThrow('another program answers')
  setTimeout(() => other.close(), 300)
  // That one is gone by then; this one never serves.
  await expect(start(10_000)).rejects.toThrow('does not answer')
})

test('OPS-3 HOLD-9 of two that start at once at one address, only the one that serves there is taken for started', async () => {
  const port = await freePort()
  const start = (script: string, delay: number, saysReady: boolean) => {
    const other = createServer((_, response) => void setTimeout(() => response.end(), delay))
    // After the look at whether the address is free.
    setTimeout(() => other.listen(port, '127.0.0.1'), 50)
    return createService({
      name: 'program',
      args: ['-e', script],
      env: {},
      probe: `http://127.0.0.1:${port}/`,
      startLimit: 2000,
      stopLimit: 1000,
      saysReady,
    })
      .start()
      .finally(() => {
        other.close()
        other.closeAllConnections()
      })
  }
  const ends = 'setTimeout(() => process.exit(1), 300)'
  await expect(start(ends, 1500, false), 'it ends while it is asked').rejects.toThrow('could not start')
  const waits = 'setInterval(() => {}, 1000)'
  await expect(start(waits, 0, true), 'it waits, and has not said that it serves').rejects.toThrow(
    'does not answer',
  )
})

test('OPS-3 a program that says when it serves is not asked before: each question might take the port that it is to listen at', async () => {
  const port = await freePort()
  const program = `
    let asked = 0
    require('node:http').createServer((_, to) => to.end(String(asked++))).listen(${port}, '127.0.0.1')
    setTimeout(() => { console.log(asked); process.send({ ready: true }) }, 300)`
  const service = createService({
    name: 'program',
    args: ['-e', program],
    env: {},
    probe: `http://127.0.0.1:${port}/`,
    stopLimit: 1000,
    saysReady: true,
  })
  await service.start()
  await service.stop()
  expect(service.words).toBe('0\n')
})

test('OPS-8 HOLD-7 a program that says that it still starts is waited for, however long it takes', async () => {
  const port = await freePort()
  const program = `
    const telling = setInterval(() => process.send({ starting: true }), 100)
    setTimeout(() => {
      clearInterval(telling)
      require('node:http').createServer((_, to) => to.end()).listen(${port}, '127.0.0.1')
    }, 2500)`
  const service = createService({
    name: 'program',
    args: ['-e', program],
    env: {},
    probe: `http://127.0.0.1:${port}/`,
    startLimit: 2000,
    stopLimit: 1000,
  })
  await service.start()
  await service.stop()
})

test('OPS-6 an entry is a JSON line that names its program, and at a terminal stands beside its name', () => {
  const entry = '{"level":"info","event":"ready"}'
  expect(JSON.parse(toldLine('platform', entry))).toEqual({
    program: 'platform',
    level: 'info',
    event: 'ready',
  })
  expect(toldLine('platform', entry, true)).toBe(`platform │ ${entry}`)
  expect(toldLine('ems', 'listening')).toBe('ems      │ listening')
})

test('OPS-6 a line that comes in pieces is whole, whatever its characters', async () => {
  const lines: string[] = []
  const port = await freePort()
  // A piece ends within a character.
  const program = `
    const words = Buffer.from('电站 is ready\\n')
    process.stdout.write(words.subarray(0, 4))
    setTimeout(() => process.stdout.write(words.subarray(4)), 50)
    setTimeout(() => require('node:http').createServer((_, to) => to.end()).listen(${port}, '127.0.0.1'), 100)`
  const service = createService({
    name: 'program',
    args: ['-e', program],
    env: {},
    probe: `http://127.0.0.1:${port}/`,
    onLine: (...said: string[]) => lines.push(...said),
    stopLimit: 1000,
  })
  await service.start()
  await service.stop()
  expect(lines).toEqual(['电站 is ready'])
})
