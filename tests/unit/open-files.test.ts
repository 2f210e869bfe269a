import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchOpenFiles } from '#contracts/open-files'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('OPS-6 that no more files and connections can be opened is told once, and once that they can again', async () => {
  const lines: string[] = []
  const tell = (line: string) => void lines.push(line)
  let fault: string | undefined
  watchOpenFiles(
    async () => {
      if (fault !== undefined) throw Object.assign(new Error(fault), { code: fault })
    },
    { error: tell, info: tell },
  )
  for (const now of [undefined, 'EACCES', 'EMFILE', undefined, undefined]) {
    fault = now
    await vi.advanceTimersByTimeAsync(5000)
  }
  expect(lines).toEqual([
    expect.stringMatching(/^no more files and connections .* LimitNOFILE/),
    'files and connections can be opened again',
  ])
})
