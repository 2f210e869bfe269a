import { copyFile, link, mkdir, readdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../scripts/lib/paths.mjs'
import { freePort } from '../scripts/lib/ports.mjs'
import { sharedStack } from './global-setup'
import { targetAt } from './security-stack'
import { makeFolder, startConsole } from './stack'

/** Which pages the middleware runs before; without an entry it never does. */
const manifest = 'functions-config-manifest.json'

/**
 * The built console as if somebody had deleted middleware.ts, over the platform of the shared stack: the same build,
 * linked into a folder of its own, with the middleware's entry taken out.
 * @param microOrigins addresses that sub-applications may be loaded from
 */
export async function startUnguarded(
  microOrigins: readonly string[],
): Promise<{ origin: string; stop: () => Promise<void> }> {
  const { path, remove } = await makeFolder('unguarded')
  const names = (await readdir(root)).filter(
    (name) => !['.next', 'test-results', 'data', '.git'].includes(name),
  )
  for (const name of names) await symlink(join(root, name), join(path, name))
  await linked(join(root, '.next'), join(path, '.next'), new Set(['cache', 'dev', manifest]))
  await writeFile(join(path, '.next', 'server', manifest), JSON.stringify({ version: 1, functions: {} }))
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const { platformUrl } = sharedStack()
  const { sessionSecret: SESSION_SECRET, clientSecret: PLATFORM_CLIENT_SECRET } = await targetAt(origin)
  const console = await startConsole(
    platformUrl,
    {
      SESSION_SECRET,
      PLATFORM_CLIENT_SECRET,
      PUBLIC_ORIGIN: origin,
      RATE_LIMIT: '5000',
      MICRO_APP_ORIGINS: microOrigins.join(','),
    },
    { port, folder: path },
  )
  const stop = async () => {
    await console.stop()
    await remove()
  }
  return { origin, stop }
}

/** The files by hard links, which cost no room, or copied to another disk; `without` names what is left out, at any depth. */
async function linked(from: string, to: string, without: ReadonlySet<string>): Promise<void> {
  await mkdir(to)
  for (const entry of await readdir(from, { withFileTypes: true })) {
    if (without.has(entry.name)) continue
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) await linked(source, target, without)
    else await link(source, target).catch(() => copyFile(source, target))
  }
}
