import 'server-only'

type WorkerScope = Pick<typeof globalThis, 'location' | 'fetch' | 'Request' | 'XMLHttpRequest'> & {
  importScripts: (...urls: string[]) => void
}

/**
 * What a worker of a system's page asks for: its own API takes the console's mark, files named by the root of their host
 * are found. It is sent as text, and knows nothing but what it is given.
 */
export function prepareWorker(worker: WorkerScope, mark: [string, string], pageHeader: string): void {
  const { location, fetch, importScripts, Request, XMLHttpRequest } = worker
  const [home = '', base = '', code = ''] = /^(.*?)\/micro\/([^/]+)/.exec(location.pathname) ?? []
  const isBelow = ({ origin, pathname }: URL, path: string) =>
    origin === location.origin && pathname.startsWith(`${base}/${path}/`)
  const isCall = (url: URL) => isBelow(url, `api/${code}`) || isBelow(url, `api/${code}-admin`)
  const placed = (given: string | URL, method = 'GET') => {
    const url = new URL(given, location.href)
    const isFile = /^(?:get|head)$/i.test(method) && url.origin === location.origin
    if (isFile && !isBelow(url, 'api') && !isBelow(url, 'micro'))
      url.pathname = home + (isBelow(url, code) ? url.pathname.slice(`${base}/${code}`.length) : url.pathname)
    return url
  }
  worker.fetch = async (given, init) => {
    const asked = new Request(given, init)
    const url = placed(asked.url, asked.method)
    const request = url.href === asked.url ? asked : new Request(url, asked)
    if (isCall(url)) {
      const told = String(new URLSearchParams([...request.headers]))
      if (told) request.headers.set(pageHeader, told)
      request.headers.set(...mark)
    }
    return fetch.call(worker, request)
  }
  worker.importScripts = (...given) =>
    importScripts.apply(
      worker,
      given.map((one) => placed(one).href),
    )
  const { open, send, setRequestHeader } = XMLHttpRequest.prototype
  const own = new WeakMap<XMLHttpRequest, URLSearchParams>()
  XMLHttpRequest.prototype.open = function openMarked(
    this: XMLHttpRequest,
    ...[method, given, ...rest]: unknown[]
  ) {
    const url = placed(String(given), String(method))
    Reflect.apply(open, this, [method, url.href, ...rest])
    if (isCall(url)) {
      setRequestHeader.apply(this, mark)
      own.set(this, new URLSearchParams())
    } else own.delete(this)
  }
  XMLHttpRequest.prototype.setRequestHeader = function setNoted(name, value) {
    setRequestHeader.call(this, name, value)
    own.get(this)?.append(name.toLowerCase(), value)
  }
  XMLHttpRequest.prototype.send = function sendTold(body) {
    const told = own.get(this)
    if (told?.size) setRequestHeader.call(this, pageHeader, String(told))
    send.call(this, body)
  }
}
