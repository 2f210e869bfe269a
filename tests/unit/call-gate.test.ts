import { expect, test } from 'vitest'
import { gatedCalls, makeGate, type Release } from '../../components/micro-app/call-gate'
import { followed } from '../../components/micro-app/followed-answer'

/** What has begun, and how each is ended. */
function watched(bounds = { system: 3, all: 5 }) {
  const gate = makeGate(bounds)
  const begun: string[] = []
  const releases: Release[] = []
  const ask = (code: string, times = 1) =>
    Array.from({ length: times }, () =>
      gate(code, (release) => {
        begun.push(code)
        releases.push(release)
      }),
    )
  return { gate, begun, releases, ask }
}

test('FRAME-10 a system that hangs leaves connections to the others and to the shell', () => {
  const { begun, ask } = watched()
  ask('hung', 12)
  ask('good', 2)
  expect(begun).toEqual(['hung', 'hung', 'hung', 'good', 'good'])
})

test('FRAME-10 what waits begins in its order when a turn is free, and each turn ends once', () => {
  const { begun, releases, ask } = watched({ system: 1, all: 2 })
  ask('a', 2)
  ask('b', 2)
  expect(begun).toEqual(['a', 'b'])
  releases[1]?.()
  releases[1]?.()
  expect(begun).toEqual(['a', 'b', 'b'])
  releases[0]?.()
  expect(begun).toEqual(['a', 'b', 'b', 'a'])
})

test('FRAME-10 what is given up while it waits never begins', async () => {
  const { gate, begun, releases, ask } = watched({ system: 1, all: 1 })
  ask('a')
  const [withdraw] = ask('b')
  const { inTurn, end } = gatedCalls('a', () => gate)
  const control = new AbortController()
  const asked: string[] = []
  const load = async (input: unknown) => {
    asked.push(String(input))
    return new Response('')
  }
  const given = inTurn(load)('/x', { signal: control.signal })
  withdraw?.()
  control.abort(new Error('left'))
  await expect(given).rejects.toThrow('left')
  const later = inTurn(load)('/y')
  releases[0]?.()
  await later
  expect(begun).toEqual(['a'])
  expect(asked).toEqual(['/y'])
  // A frame that goes takes its calls along, and those that it still begins: they never settle, and take nobody's turn.
  void inTurn(() => new Promise(() => {}))('/z')
  end()
  void inTurn(load)('/late')
  const { inTurn: inTurnOfNext } = gatedCalls('a', () => gate)
  expect(await inTurnOfNext(load)('/again')).toBeInstanceOf(Response)
  expect(asked).toEqual(['/y', '/again'])
})

test('MICRO-4 FRAME-10 a file that has begun to load comes without its page, and one that waits is given up', async () => {
  const gate = makeGate({ system: 1, all: 1 })
  const { loadInTurn, end } = gatedCalls('a', () => gate)
  let answer = (_: Response) => {}
  const signals: unknown[] = []
  const load = loadInTurn((_, init) => {
    signals.push(init?.signal)
    return new Promise((resolve) => {
      answer = resolve
    })
  })
  const begun = load('/x.js')
  const waiting = load('/y.js')
  end()
  await expect(waiting).rejects.toThrow()
  await expect(load('/late.js')).rejects.toThrow()
  answer(new Response('x'))
  expect(await (await begun).text()).toBe('x')
  expect(signals).toEqual([undefined])
  expect(await gatedCalls('a', () => gate).inTurn(async () => new Response('again'))('/y.js')).toBeInstanceOf(
    Response,
  )
})

/** As a frame's: what is sent ends by hand. */
function frameWithRequests() {
  const sent: FakeRequest[] = []
  class FakeRequest extends EventTarget {
    isOpen = false
    open(..._given: unknown[]) {
      this.isOpen = true
    }
    send(_body?: unknown) {
      if (!this.isOpen) throw new Error('not opened')
      sent.push(this)
    }
    abort() {
      if (sent.includes(this)) this.dispatchEvent(new Event('loadend'))
    }
  }
  return { frame: { XMLHttpRequest: FakeRequest } as unknown as Window, sent, FakeRequest }
}

test('FRAME-10 requests wait, begin, are given up, and leave nothing taken when their frame goes', () => {
  const gate = makeGate({ system: 1, all: 2 })
  const { frame, sent, FakeRequest } = frameWithRequests()
  const { plugin, end } = gatedCalls('a', () => gate)
  plugin.windowPropertyOverride?.(frame)
  const ask = (isAsync = true) => {
    const request = new FakeRequest()
    request.open('GET', '/x', isAsync)
    request.send()
    return request
  }
  const [first, second, third] = [ask(), ask(), ask()]
  expect(sent).toEqual([first])
  const heard: string[] = []
  for (const type of ['abort', 'loadend']) second.addEventListener(type, () => heard.push(type))
  second.abort()
  expect(heard).toEqual(['abort', 'loadend'])
  first.dispatchEvent(new Event('loadend'))
  expect(sent).toEqual([first, third])
  const now = ask(false)
  expect(sent.at(-1), 'what the page waits for does not').toBe(now)
  ask()
  end()
  const other: string[] = []
  gate('a', () => other.push('begun'))
  expect(other).toEqual(['begun'])
})

test('FRAME-10 a call keeps its turn until all of its answer has come, read or not', async () => {
  const gate = makeGate({ system: 1, all: 1 })
  const calls = gatedCalls('a', () => gate)
  const bodies: ReadableStreamDefaultController<Uint8Array>[] = []
  const begun: string[] = []
  const load = calls.inTurn(async (input) => {
    begun.push(String(input))
    const body = new ReadableStream<Uint8Array>({ start: (controller) => void bodies.push(controller) })
    const answer = new Response(body, { status: 206, headers: { 'content-type': 'text/plain' } })
    return Object.defineProperty(answer, 'url', { value: `https://console.example${input}` })
  })
  const first = await load('/first')
  expect([first.status, first.url, first.clone().url, first instanceof Response]).toEqual([
    ...[206, 'https://console.example/first', 'https://console.example/first', true],
  ])
  const second = load('/second')
  bodies[0]?.enqueue(new TextEncoder().encode('half '))
  await Promise.resolve()
  expect(begun, 'half of it has come').toEqual(['/first'])
  bodies[0]?.enqueue(new TextEncoder().encode('whole'))
  bodies[0]?.close()
  await expect.poll(() => begun).toEqual(['/first', '/second'])
  expect(await first.text(), 'it was taken in, and is there').toBe('half whole')
  const third = load('/third')
  const failing = await second
  bodies[1]?.error(new Error('broken off'))
  await expect(failing.text()).rejects.toThrow('broken off')
  const given = await third
  expect(begun).toHaveLength(3)
  void load('/fourth')
  await given.body?.cancel()
  await expect.poll(() => begun).toHaveLength(4)
})

test('FRAME-10 a stream, and an answer without a body, hold no turn', async () => {
  const gate = makeGate({ system: 1, all: 1 })
  const { inTurn } = gatedCalls('a', () => gate)
  const stream = inTurn(
    async () => new Response(new ReadableStream(), { headers: { 'content-type': 'application/x-ndjson' } }),
  )
  await stream('/lines')
  await inTurn(async () => new Response(null, { status: 204 }))('/nothing')
  // Chromium gives it a body, and takes none with such a status.
  const bodied = Object.defineProperty(new Response(null, { status: 204 }), 'body', {
    value: new ReadableStream(),
  })
  expect((await inTurn(async () => bodied)('/gone')).status).toBe(204)
  expect(await inTurn(async () => new Response('there'))('/after')).toBeInstanceOf(Response)
})

test('FRAME-3 a script is told the type of what came as a text for the browser', async () => {
  const headers = { 'content-type': 'text/plain', 'x-system-type': 'text/html; charset=utf-8' }
  const answer = followed(new Response('<b>', { headers }), () => {})
  for (const one of [answer.clone(), answer])
    expect([one.headers.get('content-type'), await one.text()]).toEqual(['text/html; charset=utf-8', '<b>'])
})
