/**
 * The sub-application's side of the console's contract, version 1 (docs/micro-applications.md). One file without
 * dependencies: copy it into your project as it is. Outside the console it works too, so that a team can develop alone.
 */

export interface ConsoleProps {
  contractVersion: 1
  /** Of this page of yours: several may live at once. */
  instanceId: string
  /** `collect`: the console only wants to know your resources; show nothing, call nothing. */
  mode: 'embed' | 'collect'
  systemCode: string
  user: { id: string; username: string; name: string }
  orgId: string
  orgCode: string
  orgName: string
  systemId: string
  locale: 'zh-cn' | 'en'
  scheme: 'light' | 'dark'
  /** What the addresses of your routes begin with. */
  basePath: string
  /** What the addresses of your API begin with. */
  apiBase: string
  /** Of a `collect` run: goes back with the report. */
  requestId?: string
}

export interface Operation {
  name: string
  path: string
  /** Begins with your system's code and a dot. */
  code: string
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
}
export interface Resource extends Operation {
  /** 2: menu or page, 3: button or operation. */
  type: 2 | 3
  description?: string
  operations?: Operation[]
  children?: Resource[]
}
export interface ResourceReport {
  schema: 'console-resources'
  version: 1
  requestId?: string
  system: { code: string; name: string; appVersion: string }
  resources: Resource[]
}

interface FromShell {
  /** What has changed; `props` of the client is the new whole already. */
  'context:update': Partial<ConsoleProps>
  /** The session is over: forget what you hold of the person. */
  'session:end': object
  /** Your page shows again, or stays alive behind another one. */
  'micro:activate': object
  'micro:deactivate': object
}
const shellMessages = ['context:update', 'session:end', 'micro:activate', 'micro:deactivate'] as const

export interface Answer<Data> {
  /** 0 is success, `unreachable` no answer at all, everything else the server's refusal. */
  code: number
  /** The refusal in the person's language. */
  msg: string
  data: Data
}
export const unreachable = -1
const endedCodes = [102001, 102002]
/** Milliseconds; the console gives up after 10 s. */
const patience = 12_000

export interface CallOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  query?: Record<string, string | number | boolean | undefined>
  /** Sent as JSON. */
  body?: unknown
  signal?: AbortSignal
}

export interface ConsoleClient {
  readonly props: ConsoleProps
  /** Inside the console, not alone. */
  readonly embedded: boolean
  on<Type extends keyof FromShell>(type: Type, listener: (payload: FromShell[Type]) => void): () => void
  /** Within 10 seconds of loading, else the console shows that you did not come up. */
  ready(): void
  /** You cannot go on: the console offers to try again. */
  fail(code: string, message: string): void
  /** Leads the console to one of its paths, yours (`/{code}/…`) or another. */
  navigate(to: string): void
  /** The name of the tab. */
  title(title: string): void
  message(level: 'success' | 'warning' | 'error', text: string): void
  logout(): void
  report(system: { name: string; appVersion: string }, resources: Resource[]): void
  /** Calls your own API with the person's authority; never rejects. */
  call<Data>(path: string, options?: CallOptions): Promise<Answer<Data | undefined>>
  /** Routes as you know them: `/alarms/3?from=list`, without the console's prefix. */
  readonly route: {
    current(): string
    href(path: string): string
    push(path: string): void
    replace(path: string): void
    onChange(listener: (path: string) => void): () => void
  }
  /** Lets go of the console when your page is unmounted. */
  close(): void
}

interface Bus {
  $on(type: string, listener: (message: unknown) => void): unknown
  $off(type: string, listener: (message: unknown) => void): unknown
  $emit(type: string, message: unknown): unknown
}
interface Surroundings {
  __POWERED_BY_WUJIE__?: boolean
  __WUJIE_MOUNT?: () => void
  __WUJIE_UNMOUNT?: () => void
  __WUJIE?: { mount(): void }
  $wujie?: { bus: Bus; props?: ConsoleProps }
}
export type ConsoleWindow = Surroundings &
  Pick<Window, 'location' | 'history' | 'navigator' | 'addEventListener' | 'removeEventListener'> & {
    fetch: typeof fetch
    matchMedia?: Window['matchMedia']
  }

/** Starts your page: alone at once, in the console when it asks. `mount` gives what takes the page down again. */
export function run(mount: () => () => void, host: Surroundings = window as Surroundings): void {
  if (!host.__POWERED_BY_WUJIE__) {
    mount()
    return
  }
  let unmount: (() => void) | undefined
  host.__WUJIE_MOUNT = () => {
    unmount ??= mount()
  }
  host.__WUJIE_UNMOUNT = () => {
    unmount?.()
    unmount = undefined
  }
  // A module runs after the console has looked for these two.
  host.__WUJIE?.mount()
}

/** `alone`: what the console would have said, for development without it; the address may say it too (`?locale=en`). */
export function connect(
  systemCode: string,
  alone: Partial<ConsoleProps> = {},
  host: ConsoleWindow = window as ConsoleWindow,
): ConsoleClient {
  const shell = host.__POWERED_BY_WUJIE__ ? host.$wujie : undefined
  // By value: an object of the console's would keep its page in memory, and yours in the console's.
  let props: ConsoleProps = copy(shell?.props ?? propsAlone(systemCode, alone, host))
  const listeners = new Map<string, Set<(payload: never) => void>>()
  const routeListeners = new Set<(path: string) => void>()
  const endings: (() => void)[] = []
  let isReady = false
  let hasExpired = false

  const send = (type: string, payload: object) => {
    const message = { v: 1, type, from: systemCode, instanceId: props.instanceId, payload }
    if (shell) shell.bus.$emit(type, copy(message))
    else console.info(type, payload)
  }
  const hear = (type: string, message: unknown) => {
    const given = copy(message) as {
      v?: unknown
      to?: unknown
      instanceId?: unknown
      payload?: object
    } | null
    // The bus is everybody's: other systems' messages and other pages' pass by here.
    if (given?.v !== 1 || given.to !== systemCode || given.instanceId !== props.instanceId) return
    if (type === 'context:update') {
      props = { ...props, ...given.payload }
      hasExpired = false
    }
    for (const listener of [...(listeners.get(type) ?? [])]) listener((given.payload ?? {}) as never)
  }
  for (const type of shell ? shellMessages : []) {
    const listener = (message: unknown) => hear(type, message)
    shell?.bus.$on(type, listener)
    endings.push(() => shell?.bus.$off(type, listener))
  }

  const current = () =>
    shell ? innerPath(host.location, props.basePath) : host.location.hash.slice(1) || '/'
  const href = (path: string) => (shell ? props.basePath + path : `#${path}`)
  const tellRoute = () => {
    for (const listener of [...routeListeners]) listener(current())
  }
  host.addEventListener('popstate', tellRoute)
  endings.push(() => host.removeEventListener('popstate', tellRoute))
  const go = (how: 'pushState' | 'replaceState', path: string) => {
    if (path === current()) return
    host.history[how](null, '', href(path))
    tellRoute()
  }

  async function call<Data>(path: string, options: CallOptions = {}): Promise<Answer<Data | undefined>> {
    const none = { code: unreachable, msg: '', data: undefined }
    if (props.mode === 'collect') return none
    try {
      const language = shell ? undefined : props.locale
      const response = await host.fetch(props.apiBase + path + search(options.query), init(options, language))
      const { code, msg, data } = await response.json()
      if (typeof code !== 'number') return none
      noteEnd(endedCodes.includes(code))
      return { code, msg: String(msg ?? ''), data }
    } catch {
      return none
    }
  }
  /** Told once, however many calls find it out. */
  const noteEnd = (isOver: boolean) => {
    if (isOver && !hasExpired) send('session:expired', {})
    hasExpired = isOver
  }

  return {
    get props() {
      return props
    },
    embedded: shell !== undefined,
    on(type, listener) {
      const known = listeners.get(type) ?? new Set()
      listeners.set(type, known.add(listener))
      return () => known.delete(listener)
    },
    ready() {
      if (!isReady) send('micro:ready', {})
      isReady = true
    },
    fail: (code, message) => send('micro:error', { code, message }),
    navigate(to) {
      const own = `/${systemCode}/`
      if (!shell && to.startsWith(own)) go('pushState', to.slice(own.length - 1))
      else send('micro:navigate', { to })
    },
    title: (title) => send('micro:title', { title }),
    message: (level, text) => send('micro:message', { level, text }),
    logout: () => send('session:logout', {}),
    report(system, resources) {
      const { requestId } = props
      const report: ResourceReport = {
        schema: 'console-resources',
        version: 1,
        ...(requestId !== undefined && { requestId }),
        system: { code: systemCode, ...system },
        resources,
      }
      send('resources:report', { report })
    },
    call,
    route: {
      current,
      href,
      push: (path) => go('pushState', path),
      replace: (path) => go('replaceState', path),
      onChange(listener) {
        routeListeners.add(listener)
        return () => routeListeners.delete(listener)
      },
    },
    close() {
      for (const end of endings.splice(0)) end()
      listeners.clear()
      routeListeners.clear()
    },
  }
}

function innerPath({ pathname, search: query }: Location, base: string): string {
  return pathname.startsWith(`${base}/`) ? pathname.slice(base.length) + query : '/'
}

function search(query: CallOptions['query'] = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return text && `?${text}`
}

/** `language` is for a server alone: in the console it comes from the session, whatever a page says. */
function init(
  { body, method, signal }: CallOptions,
  language: ConsoleProps['locale'] | undefined,
): RequestInit {
  // Without the mark the console takes the call for one of a foreign site.
  const headers: Record<string, string> = { 'x-console': '1', accept: 'application/json' }
  if (body !== undefined) headers['content-type'] = 'application/json'
  if (language !== undefined) headers.locale = language === 'en' ? 'en-US' : 'zh-cn'
  return {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers,
    body: body === undefined ? undefined : JSON.stringify(body),
    signal: AbortSignal.any([AbortSignal.timeout(patience), ...(signal ? [signal] : [])]),
  }
}

function copy<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value ?? null))
}

/** Routes stand behind a `#` then, so that any static server will do, and the API at `/{code}` of the same origin. */
function propsAlone(code: string, alone: Partial<ConsoleProps>, host: ConsoleWindow): ConsoleProps {
  const asked = Object.fromEntries(new URLSearchParams(host.location.search))
  return {
    contractVersion: 1,
    instanceId: 'alone',
    mode: 'embed',
    systemCode: code,
    user: { id: '1', username: 'developer', name: 'Developer' },
    orgId: '1',
    orgCode: 'LOCAL',
    orgName: 'Local',
    systemId: '1',
    locale: host.navigator.language.startsWith('zh') ? 'zh-cn' : 'en',
    scheme: host.matchMedia?.('(prefers-color-scheme: dark)').matches ? 'dark' : 'light',
    basePath: `/${code}`,
    apiBase: `/${code}`,
    ...alone,
    ...(asked.locale !== undefined && { locale: asked.locale === 'en' ? 'en' : 'zh-cn' }),
    ...(asked.scheme !== undefined && { scheme: asked.scheme === 'dark' ? 'dark' : 'light' }),
  }
}
