import { spawnSync } from 'node:child_process'
import { lastWords, run } from './run.mjs'

/** Whether Debian's packages can be had here. */
export const takesPackages = () =>
  process.platform === 'linux' && process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0

/** Installs packages, or says why not. @returns whether they are there */
export async function installPackages(...names) {
  const options = { show: false, env: { DEBIAN_FRONTEND: 'noninteractive' } }
  await run('apt-get', ['update'], options)
  const args = ['install', '-y', '--no-install-recommends', ...names]
  const { code, output } = await run('apt-get', args, options)
  if (code !== 0) console.log(lastWords(output, 5))
  return code === 0
}
