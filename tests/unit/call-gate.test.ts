import { expect, test } from 'vitest'
import { gatedCalls, makeGate, type Release } from '../../components/micro-app/call-gate'

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
