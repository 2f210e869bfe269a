import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { freePort } from '../scripts/lib/ports.mjs'
import { findWebkit } from '../scripts/lib/webkit.mjs'
import { expect } from './fixtures'

export const noSafari = findWebkit() ? undefined : 'There is no WebKit on this machine.'

/** A window of Safari's engine, steered as https://www.w3.org/TR/webdriver2 says; Playwright steers a build of its own alone. */
export interface Safari {
  open: (url: string) => Promise<void>
  /** Runs the body of a function in the page. */
  run: <Value>(script: string, ...args: unknown[]) => Promise<Value>
  click: (selector: string) => Promise<void>
  type: (selector: string, text: string) => Promise<void>
  end: () => Promise<void>
}

export async function openSafari(): Promise<Safari> {
  const programs = findWebkit()
  if (programs === undefined) throw new Error(noSafari)
  const display = spawn(programs.display, ['-displayfd', '3', '-screen', '0', '1440x900x24'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const [number] = await once(display.stdio[3] as Readable, 'data')
  const port = await freePort()
  const driver = spawn(programs.driver, [`--port=${port}`], {
    stdio: 'ignore',
    env: { ...process.env, DISPLAY: `:${String(number).trim()}` },
  })
  const stop = () => [driver, display].forEach((program) => void program.kill())
  const send = async (path: string, body?: object, method = 'POST') => {
    const response = await fetch(`http://127.0.0.1:${port}/session${path}`, {
      method,
      body: body && JSON.stringify(body),
    })
    const { value } = await response.json()
    if (!response.ok) throw new Error(`${value.error}: ${value.message}`)
    return value
  }
  try {
    const options = { binary: programs.browser, args: ['--automation', '--geometry=1440x900'] }
    const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': options } }
    let session = ''
    await expect(async () => {
      session = `/${(await send('', { capabilities })).sessionId}`
    }).toPass({ timeout: 30_000 })
    const find = async (value: string) => {
      const found = await send(`${session}/element`, { using: 'css selector', value })
      return `${session}/element/${Object.values(found)}`
    }
    return {
      open: (url) => send(`${session}/url`, { url }),
      run: (script, ...args) => send(`${session}/execute/sync`, { script, args }),
      click: async (selector) => send(`${await find(selector)}/click`, {}),
      type: async (selector, text) => send(`${await find(selector)}/value`, { text }),
      end: async () => {
        await send(session, undefined, 'DELETE').finally(stop)
      },
    }
  } catch (error) {
    stop()
    throw error
  }
}
