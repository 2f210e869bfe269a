import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'

/**
 * Runs inside of the place that a test makes: starts `atrium start`, asks it for pages, stops it, and says what it saw as JSON.
 * Arguments: the command, the address, and paths to ask for.
 */
const [command, origin, ...paths] = process.argv.slice(2)
const child = spawn(command, ['start'], { stdio: ['ignore', 'pipe', 'pipe'] })
let words = ''
const ended = new Promise((resolve) => child.once('close', (code) => resolve(code)))
const ready = new Promise((resolve) => {
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      words += chunk
      const seconds = /Atrium is ready \(([\d.]+) s\)/.exec(words)?.[1]
      if (seconds) resolve(Number(seconds))
    })
  }
})
const seconds = await Promise.race([ready, ended.then(() => undefined)])
const answers = {}
if (seconds !== undefined) {
  for (const path of paths) {
    const response = await fetch(origin + path, { redirect: 'manual' })
    answers[path] = { status: response.status, text: await response.text() }
  }
  const script = /src="([^"]+\.js)"/.exec(Object.values(answers)[0]?.text ?? '')?.[1]
  if (script) answers.script = { status: (await fetch(new URL(script, origin))).status, text: script }
  child.kill('SIGTERM')
}
const code = await ended
/** Of those that it waited for, in clock ticks: children that have ended. */
const ticks = readFileSync('/proc/self/stat', 'utf8').split(') ')[1].split(' ')
const processorSeconds = (Number(ticks[13]) + Number(ticks[14])) / 100
const routes = readFileSync('/proc/net/route', 'utf8').trim().split('\n').length - 1
console.log(JSON.stringify({ seconds, processorSeconds, code, routes, answers, words }))
