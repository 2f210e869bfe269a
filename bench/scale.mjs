import { hashPassword, passwordHash } from '#platform/kernel/auth/password'
import { benchApp } from './lib/bench-app.mjs'
import { benchDatabase, benchServer } from './lib/bench-server.mjs'
import { median, quantile, table } from './lib/figures.mjs'
import { fillDatabase, wholeSizes } from './lib/generated.mjs'
import { addressOf, listCalls, madeAskers } from './lib/list-calls.mjs'

/** A thousandth of the whole where that leaves a list of a thousand rows. */
const few = Object.fromEntries(Object.keys(wholeSizes).map((kind) => [kind, 1_000]))
const rounds = Number(process.env.SCALE_ROUNDS ?? 100)
const warmUp = 10

/** Every list at a thousand rows and at the whole of `wholeSizes`, one call at a time, in turns; platform and database in full. */
export async function benchScale() {
  const server = await benchServer()
  const databases = []
  try {
    const whole = Number(process.env.SCALE ?? 1)
    const many = Object.fromEntries(
      Object.entries(wholeSizes).map(([kind, size]) => [kind, Math.max(10_000, size * whole)]),
    )
    databases.push(await filled(server, 'few', few, 100), await filled(server, 'many', many, 1_000))
    const results = listCalls.map(() => databases.map(() => []))
    for (let round = 0; round < warmUp + rounds; round += 1) {
      for (const [call, [, person, path]] of listCalls.entries()) {
        for (const [at, database] of databases.entries()) {
          const taken = await database.time(person, path)
          if (round >= warmUp) results[call][at].push(taken)
        }
      }
    }
    const figures = (values) => [median(values).toFixed(1), quantile(values, 0.95).toFixed(1)]
    console.log(
      table(
        ['ms, with count', '1,000 rows: median', 'p95', 'whole: median', 'p95', 'p95 times'],
        listCalls.map(([name], call) => {
          const [small, large] = results[call]
          const ratio = quantile(large, 0.95) / quantile(small, 0.95)
          return [name, ...figures(small), ...figures(large), ratio.toFixed(2)]
        }),
      ),
    )
  } finally {
    for (const database of databases) await database.close()
    await server.stop()
  }
}

async function filled(server, name, sizes, deep) {
  const { url, drop } = await benchDatabase(server, `atrium_bench_${process.pid}_${name}`)
  const now = new Date()
  const { app, db } = await benchApp(url, now)
  const password = await hashPassword(passwordHash('Made-by-the-generator-1'))
  await fillDatabase(url, sizes, password, (line) => console.log(`${name}: ${line}`))
  const people = await madeAskers(db, url, now)
  return {
    async time(person, path) {
      const address = addressOf(path, deep, now)
      const begun = performance.now()
      const response = await app.request(address, { headers: people[person] })
      const { code, msg } = await response.json()
      const taken = performance.now() - begun
      if (code !== 0) throw new Error(`${path}: ${code} ${msg}`)
      return taken
    },
    async close() {
      await db.destroy()
      await drop()
    },
  }
}
