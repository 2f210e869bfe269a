/** How a build cannot work here: whoever made it is told which setting to change (FRAME-2). */
export type BuildFault = 'missing' | 'elsewhere' | 'evaluated'

export interface FoundFault {
  fault: BuildFault | 'script'
  /** The file that it is about. */
  file?: string
}

/** What an error in the frame says of the build. */
export function faultOf(event: Event): FoundFault {
  const { target } = event
  if (target !== null && 'src' in target) return fileFault(String(target.src))
  const thrown: unknown = (event as ErrorEvent).error ?? (event as PromiseRejectionEvent).reason
  const { name, message } = (thrown ?? {}) as { name?: unknown; message?: unknown }
  if (name === 'EvalError') return { fault: 'evaluated' }
  // What browsers say of an `import()` that found nothing.
  const file = /import(?:ed|ing)\b.* module\b.*?(https?:\/\/\S+)/i.exec(String(message))?.[1]
  return file === undefined ? { fault: 'script' } : fileFault(file)
}

/** A file that did not come. */
export function fileFault(address: string): FoundFault {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (url !== undefined && url.origin !== location.origin) return { fault: 'elsewhere', file: url.href }
  return { fault: 'missing', file: url?.pathname ?? address }
}
