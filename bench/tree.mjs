import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { chromium } from 'playwright'
import { build, preview } from 'vite'
import { findChromium } from '../scripts/lib/chromium.mjs'
import { freePort } from '../scripts/lib/ports.mjs'
import { median, table } from './lib/figures.mjs'

const rounds = 9
const size = 10_000
const folder = resolve(import.meta.dirname, 'tree')
const { imports } = JSON.parse(readFileSync(resolve(folder, '../../package.json'), 'utf8'))

/** Our permission tree and Ant Design's Tree with virtual scrolling: the same nodes, in turns, in one run. */
export async function benchTree() {
  if (!existsSync(resolve(folder, 'node_modules/antd'))) {
    spawnSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'inherit' })
  }
  const config = {
    root: folder,
    configFile: false,
    logLevel: 'error',
    resolve: {
      // One React for both, whichever folder asks.
      dedupe: ['react', 'react-dom'],
      // The folder has a package.json of its own, and so none of the project's `imports`.
      alias: Object.entries(imports).map(([name, path]) => ({
        find: new RegExp(`^${name.replace('*', '(.*)')}$`),
        // Vite tries the endings itself, of which package.json may name several.
        replacement: resolve(
          folder,
          '../..',
          String(path)
            .replace('*', '$1')
            .replace(/\.tsx?(,.*)?$/, ''),
        ),
      })),
    },
    build: { outDir: resolve(folder, 'dist'), emptyOutDir: true, cssMinify: false },
  }
  await build(config)
  const port = await freePort()
  const server = await preview({ ...config, preview: { port, host: '127.0.0.1' } })
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: ['--no-sandbox', '--disable-gpu'],
  })
  const taken = { ours: [], theirs: [] }
  for (let round = 0; round < rounds; round += 1) {
    for (const which of round % 2 ? ['theirs', 'ours'] : ['ours', 'theirs']) {
      taken[which].push(await measure(browser, `http://127.0.0.1:${port}/?size=${size}`, which))
    }
  }
  await browser.close()
  await server.close()
  const steps = {
    open: 'opened and interactive',
    key: 'one keystroke of search',
    check: 'first root checked',
    longest: 'longest task',
  }
  const rows = Object.entries(steps).map(([step, name]) => {
    const middle = (which) => median(taken[which].map((one) => one[step]))
    const ratio = median(taken.ours.map((one, round) => one[step] / taken.theirs[round][step]))
    return [name, middle('ours').toFixed(0), middle('theirs').toFixed(0), ratio.toFixed(2)]
  })
  console.log(
    `${size} nodes, ${rounds} rounds, medians in ms\n${table(['', 'ours', 'Ant Design', 'ratio'], rows)}`,
  )
}

async function measure(browser, url, which) {
  const page = await browser.newPage()
  await page.goto(url)
  await page.waitForFunction(() => 'show' in window)
  const result = await page.evaluate(async (name) => {
    let longest = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) longest = Math.max(longest, entry.duration)
    }).observe({ type: 'longtask' })
    const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))
    const timed = async (act, isDone) => {
      const begun = performance.now()
      act()
      while (!isDone()) {
        if (performance.now() - begun > 10_000) throw new Error(`${name}: nothing happens`)
        await frame()
      }
      await frame()
      return performance.now() - begun
    }
    const one = (selector) => document.querySelector(selector)
    const rows = name === 'ours' ? '[role=treeitem]' : '.ant-tree-treenode:not([aria-hidden])'
    const open = await timed(
      () => window.show(name),
      () => one(rows),
    )
    const type = (text) => {
      const field = one('input')
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, text)
      field.dispatchEvent(new Event('input', { bubbles: true }))
    }
    const texts = () => [...document.querySelectorAll(rows)].map((row) => row.textContent).join()
    const key = await timed(
      () => type('9'),
      () => texts().includes('9-'),
    )
    await timed(
      () => type(''),
      () => !texts().includes('操作'),
    )
    const box =
      name === 'ours'
        ? one('[role=treeitem]')
        : one('.ant-tree-treenode:not([aria-hidden]) .ant-tree-checkbox')
    const isChecked = () => one('[role=treeitem][aria-checked=true], .ant-tree-checkbox-checked') !== null
    const check = await timed(() => box.click(), isChecked)
    await new Promise((done) => setTimeout(done, 100))
    return { open, key, check, longest }
  }, which)
  await page.close()
  return result
}
