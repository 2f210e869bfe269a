import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, vi } from 'vitest'

/** A data folder for an operator's command, and the lines that it says in a test. */
export function commandPlace(): { folder: string; said: string[] } {
  const place = { folder: '', said: [] as string[] }
  beforeAll(async () => {
    place.folder = await mkdtemp(join(tmpdir(), 'atrium-command-'))
    vi.spyOn(console, 'log').mockImplementation((text) => void place.said.push(String(text)))
  })
  beforeEach(() => void place.said.splice(0))
  afterAll(async () => {
    vi.restoreAllMocks()
    await rm(place.folder, { recursive: true })
  })
  return place
}
