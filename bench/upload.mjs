import { readFileSync } from 'node:fs'
import { benchStack, signIn } from './lib/bench-stack.mjs'
import { median, table } from './lib/figures.mjs'

const rounds = 15
const size = 5 * 1024 * 1024 - 1024
/** Milliseconds between looks at the process. */
const pace = 2

/** How much the console's process grows while a picture of 5 MB passes through it (Linux: /proc tells). */
export async function benchUpload() {
  const stack = await benchStack()
  try {
    const cookie = await signIn(stack.url)
    const picture = png(size)
    const grown = []
    const taken = []
    for (let round = -5; round < rounds; round += 1) {
      const before = memory(stack.console.pid)
      let peak = before
      const watch = setInterval(() => {
        peak = Math.max(peak, memory(stack.console.pid))
      }, pace)
      const begun = performance.now()
      await upload(stack.url, cookie, picture)
      clearInterval(watch)
      // The first ones warm the process up.
      if (round < 0) continue
      taken.push(performance.now() - begun)
      grown.push(peak - before)
    }
    const rows = [
      ['one upload', `${median(taken).toFixed(0)} ms`],
      ['growth of the console at its peak, median', `${median(grown).toFixed(2)} MB`],
      ['the largest of all', `${Math.max(...grown).toFixed(2)} MB`],
    ]
    console.log(`${rounds} uploads of 5 MB\n${table(['', ''], rows)}`)
  } finally {
    await stack.stop()
  }
}

/** Resident memory in MB. */
function memory(pid) {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
}

async function upload(url, cookie, picture) {
  const body = new FormData()
  body.set('file', new Blob([picture], { type: 'image/png' }), 'icon.png')
  const headers = { 'x-console': '1', origin: new URL(url).origin, cookie }
  const response = await fetch(`${url}/api/sys/image/page/upload`, { method: 'POST', headers, body })
  const { code, msg } = await response.json()
  if (code !== 0) throw new Error(`upload: ${code} ${msg}`)
}

/** A 1 × 1 PNG with nothing behind its end. */
function png(bytes) {
  const picture = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
    'base64',
  )
  return Buffer.concat([picture, Buffer.alloc(bytes - picture.length)])
}
