import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** An embedded database server in a folder of its own, which goes with it. */
export async function passingServer(prefix: string): Promise<{ url: string; stop: () => Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), prefix))
  // The server's own user goes through it.
  await chmod(dataDir, 0o711)
  const { startEmbeddedPostgres } = await import('#platform/kernel/db/embedded')
  const embedded = await startEmbeddedPostgres({ dataDir, log: () => {} })
  return {
    url: embedded.connectionString,
    stop: async () => {
      await embedded.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
