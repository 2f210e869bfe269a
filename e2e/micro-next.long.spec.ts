import { execFile } from 'node:child_process'
import { cp, readdir, readFile, rm } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { outsideFolder } from '../scripts/lib/outside.mjs'
import { root } from '../scripts/lib/paths.mjs'
import { expect, microPage } from './fixtures'
import { heading } from './micro-files'
import type { Files } from './micro-server'
import { test } from './own'

test.use({ as: 'admin' })

const types: Record<string, string> = {
  ...{ '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.txt': 'text/x-component' },
}

/** Every file of a static export as Next.js makes it. */
async function exported(): Promise<Files> {
  const folder = join(outsideFolder, 'next')
  await rm(folder, { recursive: true, force: true })
  await cp(join(root, 'tests', 'outside', 'next'), folder, { recursive: true })
  const next = join(root, 'node_modules', 'next', 'dist', 'bin', 'next')
  const env = { ...process.env, NEXT_TELEMETRY_DISABLED: '1' }
  await promisify(execFile)(process.execPath, [next, 'build'], { cwd: folder, env })
  const out = join(folder, 'out')
  const found = await readdir(out, { recursive: true, withFileTypes: true })
  const files = found.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name))
  const served: Files = {}
  for (const file of files) {
    const path = file.slice(out.length)
    served[path] = {
      body: await readFile(file, 'utf8'),
      type: types[extname(file)] ?? 'application/octet-stream',
    }
    // As its makers' servers do.
    if (path.endsWith('.html')) served[path.replace(/(?:index)?\.html$/, '')] = served[path]
  }
  return served
}

test('FRAME-1 FRAME-2 a static export of Next.js answers presses, and leads to its pages', async ({
  page,
  context,
  micro,
}) => {
  const { code } = await micro.add(context, await exported())
  await page.goto(`/${code}/`)
  const pressed = (times: number) => microPage(page).getByRole('button', { name: `pressed ${times}` })
  await heading(page, 'First')
  await expect(async () => {
    await pressed(0).click({ timeout: 1000 })
    await expect(pressed(1)).toBeVisible({ timeout: 1000 })
  }).toPass({ timeout: 15_000 })
  await expect(microPage(page).getByRole('heading')).toHaveCSS('color', 'rgb(1, 2, 3)')
  await microPage(page).getByRole('link', { name: 'second' }).click()
  await heading(page, 'Second')
  await expect(microPage(page).getByRole('heading')).toHaveCSS('font-size', '41px')
  await expect(page).toHaveURL(`/${code}/two`)
  await pressed(0).click()
  await expect(pressed(1)).toBeVisible()
  await page.goBack()
  await heading(page, 'First')
})
