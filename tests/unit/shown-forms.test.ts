import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CallError } from '#lib/request'
import { followForms } from '../../components/micro-app/shown-forms'

class Form {
  action = ''
  getAttribute = (name: string) => ({ method: 'post', action: this.action })[name] ?? null
  submit() {}
}
const origin = 'https://console.example'
let answer: () => Promise<Response>
let refused: CallError[]
let saved: { name: string; file: string; isThere: boolean }[]

/** A page whose form is sent, to its own API. */
async function send(path = '/api/ems/report'): Promise<void> {
  const shown = Object.assign(new EventTarget(), { HTMLFormElement: Form, document: new EventTarget() })
  const frame = {
    __WUJIE: { document: { defaultView: shown, getElementsByTagName: () => [] } },
    HTMLFormElement: Form,
    location: { href: `${origin}/ems/` },
    fetch: () => answer(),
  }
  followForms(frame as never, { onLeave: () => {}, onRefused: (error) => refused.push(error) })
  const form = Object.assign(new Form(), { action: origin + path })
  const event = new Event('submit', { cancelable: true })
  Object.defineProperty(event, 'target', { value: form })
  // Down from the window, and up to it.
  for (const at of [shown, shown.document, shown]) at.dispatchEvent(event)
  expect(event.defaultPrevented).toBe(true)
  await expect.poll(() => refused.length + saved.length).toBe(1)
}

beforeEach(() => {
  refused = []
  saved = []
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  vi.stubGlobal('location', new URL(`${origin}/ems/`))
  vi.stubGlobal(
    'FormData',
    class extends FormData {
      constructor() {
        super()
        this.set('year', '2026')
      }
    },
  )
  const revoked = vi.spyOn(URL, 'revokeObjectURL')
  vi.stubGlobal('document', {
    createElement: () => ({
      click(this: { download: string; href: string }) {
        saved.push({ name: this.download, file: this.href, isThere: revoked.mock.calls.length === 0 })
      },
    }),
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test.each([
  [`attachment; filename*=UTF-8''%E6%8A%A5%E8%A1%A8.csv; filename="report.csv"`, '报表.csv'],
  [`attachment; filename="report.csv"; filename*=utf-8'zh'%e6%8a%a5%3B.csv`, '报;.csv'],
  [`attachment; filename="a; filename*=UTF-8''b.csv"`, `a; filename*=UTF-8''b.csv`],
  ['attachment;filename="a \\"b\\".csv"', 'a "b".csv'],
  ['ATTACHMENT; FileName=plain.csv ; size=3', 'plain.csv'],
  [`attachment; filename*=UTF-8''%E6%8; filename=kept.csv`, 'kept.csv'],
  ['attachment', ''],
  ['attachment; filename=%E6%8A%A5%E8%A1%A8.xlsx', '报表.xlsx'],
  [`attachment; filename="${Buffer.from('报表.xlsx').toString('latin1')}"`, '报表.xlsx'],
  ['attachment; filename="100%.csv"', '100%.csv'],
  ['attachment; filename="Gr\xf6\xdfe.csv"', 'Größe.csv'],
])('FRAME-3 a file that a form is answered is called as its system says: %s', async (disposition, name) => {
  answer = async () => new Response('a,b', { headers: { 'content-disposition': disposition } })
  await send()
  expect(saved).toMatchObject([{ name, isThere: true }])
})

test('FRAME-3 the file is there until the browser has taken it, and no longer', async () => {
  answer = async () => new Response('a,b', { headers: { 'content-disposition': 'attachment' } })
  await send()
  vi.advanceTimersByTime(59_000)
  expect(URL.revokeObjectURL).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1_000)
  expect(URL.revokeObjectURL).toHaveBeenCalledWith(saved[0]?.file)
})

test('FRAME-3 FRAME-8 a form whose call is refused, or gets lost, says so', async () => {
  const envelope = { code: 409, msg: 'That month is closed', data: null }
  const cut = new ReadableStream({ pull: (controller) => controller.error(new TypeError('cut')) })
  for (const [given, told] of [
    [() => Response.json(envelope, { status: 409 }), { kind: 'refused', message: 'That month is closed' }],
    [() => new Response('no', { status: 500 }), { kind: 'system' }],
    [() => new Response(null, { status: 504 }), { kind: 'timeout' }],
    [() => Promise.reject(new TypeError('Failed to fetch')), { kind: 'offline' }],
    [() => new Response(cut, { headers: { 'content-disposition': 'attachment' } }), { kind: 'offline' }],
  ] as const) {
    refused = []
    answer = async () => given()
    await send()
    expect(refused).toMatchObject([told])
  }
  expect(saved).toEqual([])
})
