import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A data folder of its own, which the embedded database can enter as its own user. */
export function benchFolder() {
  const dataDir = mkdtempSync(join(tmpdir(), 'atrium-bench-'))
  chmodSync(dataDir, 0o711)
  return { dataDir, removeFolder: () => rmSync(dataDir, { recursive: true, force: true }) }
}

/** Of the embedded database in a data folder, past the platform. */
export function databaseAddress(dataDir) {
  const password = readFileSync(join(dataDir, 'postgres-password'), 'utf8').trim()
  return `postgresql://postgres:${password}@${encodeURIComponent(join(dataDir, 'postgres', 'socket'))}/atrium?sslmode=disable`
}
