import http from 'node:http'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { endpoints } from '#contracts/registry'
import { consoleOver } from './stub-console'

/** Rows of the listing, as a platform answers them to that search. */
let rowsFor: (search: URLSearchParams) => object | undefined
let asked: string[]
let stop: () => Promise<void>

beforeEach(async () => {
  Reflect.deleteProperty(globalThis, 'platformAnswers')
  asked = []
  const server = http.createServer((request, response) => {
    request.resume()
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://platform')
    if (pathname !== endpoints['allocation.listConfig'].path) return void response.writeHead(404).end()
    asked.push(searchParams.get('page') ?? 'the first')
    const data = rowsFor(searchParams)
    response.end(JSON.stringify({ code: data === undefined ? 400 : 0, msg: '', data }))
  })
  stop = await consoleOver(server)
})
afterEach(() => stop())

const system = (_: unknown, at: number) => ({
  ...{ id: String(at), code: `s${at}`, name: `System ${at}`, enable: true },
  ...{ hostName: '127.0.0.1', port: '4101' },
})
const paged = (many: number) => (search: URLSearchParams) => {
  const first = (Number(search.get('page') ?? 1) - 1) * 100
  return Array.from({ length: many }, system).slice(first, first + 100)
}

async function read() {
  const { readMicroApps } = await import('#lib/server/micro/micro-apps')
  const person = { v: 1 as const, token: 'T', userId: '7', username: 'li', startedAt: 0 }
  const session = { ...person, superIdentification: true }
  const apps = await readMicroApps({ session, locale: 'en', headers: new Headers() })
  return apps.ok ? apps.data.length : apps.failure.kind
}

test('MICRO-1 of more than a hundred registered systems all have their pages', async () => {
  rowsFor = paged(230)
  expect([await read(), asked]).toEqual([230, ['the first', '2', '3']])
  asked = []
  rowsFor = paged(99)
  expect([await read(), asked]).toEqual([99, ['the first']])
  asked = []
  rowsFor = paged(100)
  expect([await read(), asked]).toEqual([100, ['the first', '2']])
})

test('MICRO-1 a platform whose listing has no pages is asked no further, and gives what it has', async () => {
  rowsFor = () => paged(100)(new URLSearchParams())
  expect([await read(), asked]).toEqual([100, ['the first', '2']])
  asked = []
  rowsFor = (search) => (search.has('page') ? undefined : paged(100)(search))
  expect([await read(), asked]).toEqual([100, ['the first', '2']])
})

test('MICRO-1 a platform that gives fewer a page than it is asked for, and says how many there are, is asked for all', async () => {
  const pages = (limit: number, count: number) => (search: URLSearchParams) => {
    const page = Number(search.get('page') ?? 1)
    const content = Array.from({ length: 120 }, system).slice((page - 1) * limit, page * limit)
    return { content, meta: { page, limit, count } }
  }
  rowsFor = pages(50, 120)
  expect([await read(), asked]).toEqual([120, ['the first', '2', '3']])
  asked = []
  rowsFor = pages(100, 40_000)
  expect([await read(), asked]).toEqual([120, ['the first', '2', '3']])
  asked = []
  rowsFor = pages(1, 120)
  expect([await read(), asked.length]).toEqual([100, 100])
})

test('MICRO-1 a listing without an end is left at two thousand', async () => {
  rowsFor = paged(5000)
  expect([await read(), asked.length]).toEqual([2000, 20])
})

test('MICRO-1 CALL-1 the listing is read with the five fields that the specification names, in pages or not', async () => {
  const told = (more: object) => {
    const { id: _, ...named } = { ...system(undefined, 7), ...more }
    return named
  }
  const rows = [told({}), told({ code: 's8' }), told({ name: null })]
  const count = { page: 1, limit: 100, count: rows.length }
  for (const data of [rows, { content: rows, meta: count }]) {
    Reflect.deleteProperty(globalThis, 'platformAnswers')
    rowsFor = () => data
    expect(await read()).toBe(2)
  }
})
