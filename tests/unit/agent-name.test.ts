import { expect, test } from 'vitest'
import { agentName } from '#lib/agent-name'

const mozilla = 'Mozilla/5.0'
const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'
test.each([
  [
    `${mozilla} (Windows NT 10.0; Win64; x64) ${webkit} Chrome/130.0.0.0 Safari/537.36 Edg/130.0`,
    'Edge · Windows',
  ],
  [`${mozilla} (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0`, 'Firefox · Linux'],
  [`${mozilla} (Linux; Android 14) ${webkit} Chrome/130.0 Mobile Safari/537.36`, 'Chrome · Android'],
  [
    `${mozilla} (iPhone; CPU iPhone OS 17_0 like Mac OS X) ${webkit} Version/17.0 Mobile Safari/604.1`,
    'Safari · iPhone',
  ],
  ['curl/8.5.0', 'curl/8.5.0'],
  [null, undefined],
])('DAY-4 a session is known by its browser: %s', (agent, name) => {
  expect(agentName(agent)).toBe(name)
})
