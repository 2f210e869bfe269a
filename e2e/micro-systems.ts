import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { serve } from '../tests/serve'
import { answerSocket } from './outside-socket.ts'

/** Sub-applications that go wrong in one way each, every one on a port of its own. */
const entry = `<!doctype html><html><head><meta charset="utf-8"></head><body><main id="root"></main>
<script src="./app.js"></script></body></html>`

const send = `function send(type, payload) {
  $wujie.bus.$emit(type, { v: 1, type: type, from: $wujie.props.systemCode, instanceId: $wujie.props.instanceId, payload: payload || {} })
}
`
/** Those that run as a module, which wujie's wrapping does not reach. */
const modules = new Set<string>(['drifts'])
const scripts = {
  dressed: `${send} var root = document.getElementById('root')
    root.innerHTML = '<h1 style="color: var(--console-accent); font-size: var(--console-font-size); line-height: var(--console-control-height)">dressed</h1><output></output>'
    function tell() { document.querySelector('output').textContent = JSON.stringify($wujie.props.look) }
    tell()
    $wujie.bus.$on('context:update', tell)
    send('micro:ready')`,
  jams: `${send} document.getElementById('root').innerHTML = '<h1>jammed</h1>'
    for (var n = 0; n < 12; n += 1) {
      fetch($wujie.props.apiBase + '/never?fetch=' + n).catch(function () {})
      var call = new XMLHttpRequest()
      call.open('GET', $wujie.props.apiBase + '/never?xhr=' + n)
      call.setRequestHeader('x-console', '1')
      call.send()
    }
    send('micro:ready')`,
  talks: `${send} document.getElementById('root').innerHTML = '<h1>talking</h1><output></output>'
    var heard = document.querySelector('output')
    var socket = new WebSocket(location.origin.replace('http', 'ws') + $wujie.props.apiBase + '/socket')
    socket.onopen = function () { socket.send('hello') }
    socket.onmessage = function (event) { heard.textContent = event.data }
    socket.onclose = function () { heard.textContent += ' closed' }
    var source = new EventSource($wujie.props.apiBase + '/events')
    source.onmessage = function (event) { document.querySelector('h1').textContent += ' ' + event.data }
    send('micro:ready')`,
  keeps: `${send} document.getElementById('root').innerHTML = '<input aria-label="note"><button>read</button><output></output>'
    var said = document.querySelector('output')
    ;['session:end', 'context:update'].forEach(function (type) {
      $wujie.bus.$on(type, function () { said.textContent += type + ' ' })
    })
    document.querySelector('button').onclick = function () { said.textContent = ''; send('session:expired') }
    send('micro:unsaved', { unsaved: true })
    send('micro:ready')`,
  loads: `document.getElementById('root').innerHTML = '<p>Loading…</p>'`,
  drifts: `${send} document.getElementById('root').innerHTML = '<h1>drifting</h1><button>leave</button>'
    document.querySelector('button').onclick = function () { location.href = 'http://127.0.0.1:1/elsewhere?x=1' }
    send('micro:ready')`,
  evaluates: 'new Function("return 1")()',
  rejects: `document.getElementById('root').innerHTML = '<h1>standing</h1><output></output>'
    document.querySelector('output').textContent = 'serviceWorker' in navigator ? 'workers' : 'no workers'
    var missed = document.createElement('script')
    missed.src = '/settings.js'
    document.head.append(missed)
    Promise.reject(new Error('403 of a list'))`,
  throws: 'throw new Error("this sub-application fails on purpose")',
  leaves: `${send} window.__WUJIE_MOUNT = function () {
    document.getElementById('root').innerHTML = '<h1>leaving</h1><button>leave</button>'
    document.querySelector('button').onclick = function () { location.href = 'http://127.0.0.1:1/elsewhere' }
    send('micro:ready')
  }`,
  asks: `${send} window.__WUJIE_MOUNT = function () {
    var root = document.getElementById('root')
    var asks = [
      ['flood', function () { for (var n = 0; n < 20000; n += 1) send('micro:message', { level: 'error', text: 'flood ' + n }) }],
      ['outside', function () { send('micro:navigate', { to: 'https://example.com/' }); send('micro:navigate', { to: '//example.com' }) }],
      ['script', function () { send('micro:message', { level: 'success', text: '<img src=x onerror=alert(1)>' }) }],
      ['home', function () { send('micro:navigate', { to: '/home' }) }],
      ['logout', function () { send('session:logout') }],
      ['elsewhere', function () { history.pushState(null, '', '/account/index') }],
    ]
    asks.forEach(function (ask) {
      var button = document.createElement('button')
      button.textContent = ask[0]
      button.onclick = ask[1]
      root.append(button)
    })
    send('micro:ready')
  }`,
  pries: `${send} window.__WUJIE_MOUNT = function () {
    var root = document.getElementById('root')
    function attempt(what) { try { return String(what()) } catch (error) { return 'refused: ' + error.name } }
    var seen = [
      attempt(function () { return document.cookie }),
      attempt(function () { return window.parent.document.cookie }),
      attempt(function () { return window.top.document.cookie }),
      attempt(function () { return JSON.stringify(window.top.localStorage) + JSON.stringify(window.top.sessionStorage) }),
      attempt(function () { return JSON.stringify($wujie.props) }),
      attempt(function () { return Object.keys(window.top).join() }),
      attempt(function () { return window.top.document.documentElement.outerHTML }),
    ]
    var paths = ['/api/auth/info', '/api/authorization/oauth/token', '/api/session/sign-out', '/api/sys/user/page/list']
    Promise.all(paths.map(function (path) {
      return fetch(window.top.location.origin + path, { credentials: 'include' }).then(function (answer) {
        return answer.text().then(function (text) { return path + ' ' + answer.status + ' ' + text })
      }, function (error) { return path + ' ' + error.name })
    })).then(function (answers) {
      var shown = document.createElement('pre')
      shown.textContent = JSON.stringify({ seen: seen, answers: answers })
      root.append(shown)
    })
    send('micro:ready')
  }`,
} as const

const plain = '<!doctype html><html><body><h1>An old page that knows no contract</h1></body></html>'
/** A build for another path than the one that it stands at. */
const incomplete = `<!doctype html><html><head><script type="module" src="/elsewhere/assets/index-1.js"></script></head>
<body><div id="app"></div></body></html>`
const behaviours = [
  'missing',
  'incomplete',
  'hangs',
  'plain',
  ...(Object.keys(scripts) as (keyof typeof scripts)[]),
] as const
export type Behaviour = (typeof behaviours)[number]

function answer(behaviour: Behaviour, request: IncomingMessage, response: ServerResponse): void {
  const path = (request.url ?? '').split('?')[0]
  if (behaviour === 'hangs' || path?.endsWith('/never')) return
  if (path?.endsWith('/events')) {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: there\n\n')
    return
  }
  if (behaviour === 'missing' || (path !== '/index.html' && path !== '/app.js')) {
    response.writeHead(404).end()
  } else if (path === '/index.html') {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    const html = modules.has(behaviour) ? entry.replace('<script ', '<script type="module" ') : entry
    const pages: Partial<Record<Behaviour, string>> = { plain, incomplete }
    response.end(pages[behaviour] ?? html)
  } else {
    response.setHeader('content-type', 'text/javascript')
    response.end(
      behaviour === 'plain' ? '' : `(function () { ${scripts[behaviour as keyof typeof scripts]} })()`,
    )
  }
}

/** Starts them all. Gives their ports by behaviour; `away` is a port where nobody listens. */
export async function startMicroSystems(): Promise<{
  ports: Record<string, number>
  stop: () => Promise<void>
}> {
  const stops: (() => Promise<void>)[] = []
  const ports: Record<string, number> = {}
  for (const behaviour of behaviours) {
    const server = createServer((request, response) => answer(behaviour, request, response))
    server.on('upgrade', answerSocket)
    const { port, stop } = await serve(server)
    ports[behaviour] = port
    stops.push(stop)
  }
  const away = await serve(createServer())
  ports.away = away.port
  await away.stop()
  return {
    ports,
    stop: async () => {
      await Promise.all(stops.map((stop) => stop()))
    },
  }
}
