import { propsAlone } from './alone.ts'
import { callsOf } from './calls.ts'
import { type ConsoleWindow, copy } from './host.ts'
import { routesOf } from './routes.ts'
import type { ConsoleClient, ConsoleProps, ResourceReport } from './types.ts'

const shellMessages = ['context:update', 'session:end', 'micro:activate', 'micro:deactivate'] as const

/** `basePath` is asked for when it is read, and not when the rest is copied: whoever asks gets addresses that begin with it. */
function withBasePath(copied: ConsoleProps, props: ConsoleProps): ConsoleProps {
  const get = () => props.basePath
  return Object.defineProperty(copied, 'basePath', { configurable: true, enumerable: false, get })
}

/** `alone`: what the console would have said, for development without it; the address may say it too (`?locale=en`). */
export function connect(
  systemCode: string,
  alone: Partial<ConsoleProps> = {},
  host: ConsoleWindow = window as ConsoleWindow,
): ConsoleClient {
  const shell = host.__POWERED_BY_WUJIE__ ? host.$wujie : undefined
  // By value: an object of the console's would keep its page in memory, and yours in the console's.
  const told = shell?.props
  let props: ConsoleProps = told ? withBasePath(copy(told), told) : copy(propsAlone(systemCode, alone, host))
  const listeners = new Map<string, Set<(payload: never) => void>>()
  const endings: (() => void)[] = []
  let isReady = false

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
      const next = { ...props, ...given.payload }
      props = told ? withBasePath(next, told) : next
      forget()
    }
    for (const listener of [...(listeners.get(type) ?? [])]) listener((given.payload ?? {}) as never)
  }
  const surroundings = { host, props: () => props, embedded: shell !== undefined }
  const { route, close: closeRoutes } = routesOf(surroundings)
  const { call, forget } = callsOf({ ...surroundings, onEnded: () => send('session:expired', {}) })
  for (const type of shell ? shellMessages : []) {
    const listener = (message: unknown) => hear(type, message)
    shell?.bus.$on(type, listener)
    endings.push(() => shell?.bus.$off(type, listener))
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
      if (!shell && to.startsWith(own)) route.push(to.slice(own.length - 1))
      else send('micro:navigate', { to })
    },
    title: (title) => send('micro:title', { title }),
    unsaved: (unsaved) => send('micro:unsaved', { unsaved }),
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
    route,
    close() {
      for (const end of endings.splice(0)) end()
      listeners.clear()
      closeRoutes()
    },
  }
}
