import { readdirSync } from 'node:fs'
import { NextRequest } from 'next/server'
import { expect, test, vi } from 'vitest'
import { stubSettings } from './stub-console'

vi.mock('next-intl/server', () => ({ getTranslations: async () => (key: string) => key }))
stubSettings({})
const { config, middleware } = await import('../../middleware')

const comesHere = (path: string) => config.matcher.some((at) => new RegExp(`^${at}$`).test(path))

test('FRAME-2 the console’s own pictures go by, and what a system’s page asks for beside them is sent on', async () => {
  const own = readdirSync('public/images').map((name) => `/images/${name}`)
  expect(own.filter(comesHere)).toEqual([])
  expect(comesHere('/images/mark.svg.png')).toBe(true)
  // What goes by is answered by nobody's guard: a page, and beyond any limit.
  expect(comesHere('/images/theme-99.svg')).toBe(true)
  expect(comesHere('/images/bg.jpg')).toBe(true)
  const ask = async (referer: string) => {
    const headers = { referer, 'sec-fetch-dest': 'image', 'sec-fetch-site': 'same-origin' }
    const answer = await middleware(new NextRequest('http://console.example/images/bg.jpg?v=1', { headers }))
    return answer.headers.get('location') ?? answer.status
  }
  expect(await ask('http://console.example/ems/?x=1')).toBe(
    'http://console.example/micro/ems/images/bg.jpg?v=1',
  )
  // Nothing of ours stands there: no page is made of it, which would take as long as one.
  expect(await ask('http://console.example/home')).toBe(404)
})
