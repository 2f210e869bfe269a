import { createContext, use, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import {
  type CallOptions,
  type ConsoleClient,
  type ConsoleProps,
  unreachable,
} from '../../../packages/client/src/index.ts'
import { texts } from './texts.ts'

export const ClientContext = createContext<ConsoleClient | null>(null)

export function useClient(): ConsoleClient {
  const client = use(ClientContext)
  if (client === null) throw new Error('outside of ClientContext')
  return client
}

/** Person, organization, language and scheme, as they are now. */
export function useProps(): ConsoleProps {
  const client = useClient()
  const listen = useCallback((changed: () => void) => client.on('context:update', changed), [client])
  return useSyncExternalStore(listen, () => client.props)
}

export function useTexts() {
  return texts[useProps().locale]
}

/** The inner route: `/alarms/3`, and its query. */
export function useRoute(): { path: string; query: URLSearchParams } {
  const { route } = useClient()
  const current = useSyncExternalStore(route.onChange, route.current)
  const [path = '/', query] = current.split('?')
  return { path, query: new URLSearchParams(query) }
}

export type Loaded<Data> =
  | { state: 'loading'; data: undefined }
  | { state: 'failed'; data: Data | undefined; message: string }
  | { state: 'done'; data: Data }

/** Reads a path of the API, again when it, the organization or the language changes, or the page shows again. */
export function useCall<Data>(path: string, query: NonNullable<CallOptions['query']> = {}) {
  const client = useClient()
  const { orgId, locale } = useProps()
  const [loaded, setLoaded] = useState<Loaded<Data>>({ state: 'loading', data: undefined })
  const [pending, setPending] = useState(true)
  const under = useRef<AbortController>(undefined)
  const key = JSON.stringify([path, query, orgId, locale])

  const load = useCallback(async () => {
    const [askedPath, askedQuery] = JSON.parse(key)
    under.current?.abort()
    const controller = new AbortController()
    under.current = controller
    setPending(true)
    const { signal } = controller
    const { code, msg, data } = await client.call<Data>(askedPath, { query: askedQuery, signal })
    if (signal.aborted) return
    setPending(false)
    if (code === 0) setLoaded({ state: 'done', data: data as Data })
    else {
      const message = code === unreachable ? '' : msg
      setLoaded((before) => ({ state: 'failed', data: before.data, message }))
    }
  }, [client, key])

  useEffect(() => {
    load()
    const off = client.on('micro:activate', load)
    return () => {
      off()
      under.current?.abort()
    }
  }, [client, load])

  return { ...loaded, pending, load }
}
