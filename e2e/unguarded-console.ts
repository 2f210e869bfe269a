import { copyFile, link, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root, tool } from '../scripts/lib/paths.mjs'
import { freePort } from '../scripts/lib/ports.mjs'
import { createService } from '../scripts/lib/service.mjs'
import { sharedStack, targetAt } from './abuse-stack'

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
  const folder = await mkdtemp(join(tmpdir(), 'atrium-unguarded-'))
  const names = (await readdir(root)).filter(
    (name) => !['.next', 'test-results', 'data', '.git'].includes(name),
  )
  for (const name of names) await symlink(join(root, name), join(folder, name))
  await linked(join(root, '.next'), join(folder, '.next'), new Set(['cache', 'dev', manifest]))
  await writeFile(join(folder, '.next', 'server', manifest), JSON.stringify({ version: 1, functions: {} }))
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const { platformUrl } = sharedStack()
  const { sessionSecret, clientSecret } = await targetAt(origin)
  const service = createService({
    name: 'console without middleware',
    args: [tool('next'), 'start', folder, '-H', '127.0.0.1', '-p', String(port)],
    env: {
      NODE_ENV: 'production',
      PLATFORM_URL: platformUrl,
      PLATFORM_CLIENT_ID: 'atrium',
      PLATFORM_CLIENT_SECRET: clientSecret,
      SESSION_SECRET: sessionSecret,
      PUBLIC_ORIGIN: origin,
      RATE_LIMIT: '5000',
      MICRO_APP_ORIGINS: microOrigins.join(','),
    },
    probe: `${origin}/login`,
    stopLimit: 10_000,
  })
  await service.start()
  return {
    origin,
    stop: async () => {
      await service.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
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
