import 'server-only'
import { csrfHeader } from '#lib/csrf-header'
import { pageHeader } from '#lib/page-headers'
import { apiHeaders } from '#lib/server/http/responses'
import { workerParameter } from '#lib/worker-parameter'
import { prepareWorker } from './prepare-worker'

/** A worker's policy is that of what it starts with: its files, opened as pages, stay closed. */
const policy =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self' blob: data:; frame-ancestors 'none'"
const parameters = new RegExp(`[?&]${workerParameter}=(classic|module|calls)(?:&.*)?$`)

/**
 * What a worker of a system's page starts with (FRAME-4): its calls are made ready, and its own script comes next. Nothing
 * where the address is of no worker.
 * @param path with the base path
 */
export function workerStart(path: string, search: string): Response | undefined {
  const [, kind] = parameters.exec(search) ?? []
  if (kind === undefined) return undefined
  const headers = apiHeaders()
  headers.set('content-type', 'text/javascript; charset=utf-8')
  headers.set('content-security-policy', policy)
  const script = JSON.stringify(path + search.replace(parameters, ''))
  const ready = JSON.stringify(`${path}?${workerParameter}=calls`)
  const texts: Record<string, string> = {
    calls,
    classic: `${calls}\nimportScripts(${script})\n`,
    module: `import ${ready}\nimport ${script}\n`,
  }
  return new Response(texts[kind], { headers })
}

const calls = `(${prepareWorker})(self, ${JSON.stringify([csrfHeader.name, csrfHeader.value])}, '${pageHeader}')`
