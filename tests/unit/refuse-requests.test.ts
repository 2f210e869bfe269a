import { expect, test } from 'vitest'
import { refuseRequests } from '../../components/micro-app/refuse-requests'

const folder = 'https://console.example/micro/ems/'

/** A frame whose natives would tell if they were reached. */
function frame() {
  const opened: string[] = []
  class Native {
    constructor(url: string) {
      opened.push(url)
    }
  }
  class FakeRequest extends EventTarget {
    open(_method: string, url: string) {
      opened.push(url)
    }
    send() {
      opened.push('sent')
    }
    abort() {}
  }
  const win = {
    ...{ EventSource: Native, WebSocket: Native, XMLHttpRequest: FakeRequest },
    document: { baseURI: 'https://console.example/micro/ems/index.html' },
    navigator: { sendBeacon: (url: string) => opened.push(url) > 0 },
  }
  const refused: string[] = []
  refuseRequests(folder, (path) => refused.push(path)).windowPropertyOverride?.(win as unknown as Window)
  return { win: win as unknown as Window & typeof globalThis, opened, refused }
}

test('RES-5 a page that is loaded for discovery opens no stream and no socket, and sends no beacon', async () => {
  const { win, opened, refused } = frame()
  const heard: string[] = []
  const source = new win.EventSource('/api/ems/events')
  source.onerror = () => heard.push(`source ${source.readyState > 1}`)
  const socket = new win.WebSocket('wss://console.example/api/ems/socket')
  for (const type of ['open', 'error', 'close'])
    socket.addEventListener(type, () => heard.push(`socket ${type}`))
  expect(win.navigator.sendBeacon('/api/ems/note', 'x')).toBe(false)
  await Promise.resolve()
  expect(heard).toEqual(['source true', 'socket error', 'socket close'])
  expect(refused).toEqual(['/api/ems/events', '/api/ems/socket', '/api/ems/note'])
  expect(opened).toEqual([])
  socket.close()
  source.close()
})

test('RES-5 of what it asks for by XMLHttpRequest its own files come, and calls fail', async () => {
  const { win, opened, refused } = frame()
  const call = new win.XMLHttpRequest()
  const heard: string[] = []
  for (const type of ['error', 'loadend']) call.addEventListener(type, () => heard.push(type))
  call.open('GET', '/api/ems/list')
  call.send()
  await Promise.resolve()
  expect([heard, refused]).toEqual([['error', 'loadend'], ['/api/ems/list']])
  call.open('GET', './texts.json')
  call.send()
  expect(opened).toEqual(['/api/ems/list', './texts.json', 'sent'])
})
