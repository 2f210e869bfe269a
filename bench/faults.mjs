import { setTimeout as sleep } from 'node:timers/promises'
import { Fault } from '../scripts/lib/fault.mjs'
import { signIn } from './lib/bench-stack.mjs'
import { median, table } from './lib/figures.mjs'
import { isAlive, ownStart } from './lib/own-start.mjs'
import { compare, startWriting } from './lib/writers.mjs'

const kills = Number(process.env.FAULT_KILLS ?? 100)
const terminations = Number(process.env.FAULT_TERMINATIONS ?? 20)
/** Seconds. */
const upLimit = 120

/** What is killed, in turns. Where the launcher goes too, somebody starts it again, as a service manager does. */
const victims = {
  platform: (own) => [own.platform()],
  PostgreSQL: (own) => [own.postmaster()],
  launcher: (own) => [own.launcher()],
  everything: (own) => own.processes(),
}

/** The whole thing under writes through the console: killed, its database connections cut, stopped; nothing is mended by hand. */
export async function benchFaults() {
  if (process.platform !== 'linux') throw new Fault('This part looks at processes as Linux has them.')
  const own = await ownStart()
  own.start()
  try {
    const cookie = await signedIn(own)
    const database = await own.database()
    const { rows } = await database.query(`select id from organization where code = 'EAST'`)
    await database.end()
    const writing = startWriting(own.url, cookie, rows[0].id)
    await writing.untilDone(upLimit)
    const cuts = await cutConnections(own, writing)
    const times = await killInTurns(own, writing)
    await report(own, writing, cuts, times)
  } catch (error) {
    console.log(own.words())
    throw error
  } finally {
    for (const pid of own.leftOver()) process.kill(pid, 'SIGKILL')
    own.remove()
  }
}

async function signedIn(own) {
  for (const until = Date.now() + upLimit * 1000; Date.now() < until; await sleep(200)) {
    const cookie = await signIn(own.url).catch(() => undefined)
    if (cookie) return cookie
  }
  throw new Fault('It did not start.')
}

/** Gives the seconds until writes went on, and the processes that ended meanwhile. */
async function cutConnections(own, writing) {
  const before = [own.launcher(), own.platform(), own.postmaster()]
  const seconds = []
  for (let time = 0; time < terminations; time += 1) {
    await sleep(200 + Math.random() * 800)
    const database = await own.database()
    await database.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = 'atrium' and pid <> pg_backend_pid()`)
    await database.end()
    seconds.push(await back(writing, 'cut'))
  }
  const after = [own.launcher(), own.platform(), own.postmaster()]
  return { seconds, ended: before.filter((pid, at) => pid !== after[at]).length }
}

async function killInTurns(own, writing) {
  const names = Object.keys(victims)
  const times = Object.fromEntries(names.map((name) => [name, []]))
  for (let time = 0; time < kills; time += 1) {
    const name = names[time % names.length]
    await sleep(200 + Math.random() * 1000)
    const pids = victims[name](own)
    for (const pid of pids) if (isAlive(pid)) process.kill(pid, 'SIGKILL')
    if (name === 'launcher' || name === 'everything') own.start()
    times[name].push(await back(writing, name))
  }
  return times
}

async function back(writing, what) {
  const seconds = await writing.untilDone(upLimit)
  if (seconds === undefined) throw new Fault(`Not up again within ${upLimit} s (${what}).`)
  return seconds
}

async function report(own, writing, cuts, times) {
  const busy = await own.stop()
  own.start()
  await writing.untilDone(upLimit)
  await writing.stop()
  const database = await own.database()
  const found = await compare(database, writing.told)
  await database.end()
  await sleep(1000)
  const idle = await own.stop()
  const rows = Object.entries({ ...times, 'connections cut': cuts.seconds }).map(([name, seconds]) => [
    name,
    String(seconds.length),
    median(seconds).toFixed(1),
    Math.max(...seconds).toFixed(1),
  ])
  console.log(table(['killed', 'times', 'seconds until a write is done, median', 'most'], rows))
  console.log(`\nprocesses ended by cut connections: ${cuts.ended}`)
  for (const [name, value] of Object.entries(found)) {
    console.log(`writes, ${name}: ${Array.isArray(value) ? `${value.length} ${value.slice(0, 5)}` : value}`)
  }
  console.log(
    `stopped under writes in ${busy.toFixed(1)} s, idle in ${idle.toFixed(1)} s; left over: ${own.leftOver().length}`,
  )
  if (
    found.lost.length + found.twice.length + found['stored though told unchanged'].length + cuts.ended >
    0
  ) {
    throw new Fault('Writes were lost, done twice or told wrongly, or a process ended.')
  }
}
