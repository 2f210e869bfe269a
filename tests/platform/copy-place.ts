import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, vi } from 'vitest'

/** A folder for copies, and what the commands say on the terminal; anew for each test. */
export function copyPlace(): { folder: string; said: string[] } {
  const place = { folder: '', said: [] as string[] }
  beforeEach(async () => {
    place.folder = await mkdtemp(join(tmpdir(), 'atrium-copy-'))
    place.said = []
    vi.spyOn(console, 'log').mockImplementation((text) => void place.said.push(String(text)))
  })
  afterEach(async () => {
    vi.restoreAllMocks()
    await rm(place.folder, { recursive: true })
  })
  return place
}
