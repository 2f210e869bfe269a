import 'server-only'

interface NetworkError extends Error {
  code?: string
  hostname?: string
}

/** It answers, but its certificate says nothing to this machine. */
export const isUntrusted = (code: string): boolean => /CERT|SELF_SIGNED|ERR_TLS/.test(code)

/** What is wrong with the way to another server, in words that say what to do where there is something. */
export function whyUnreachable(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause)
  const { code = '', hostname = 'its name', message } = cause as NetworkError
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return `${hostname} is not known to the name service of this machine: check the address, and DNS`
  }
  if (code === 'CERT_HAS_EXPIRED') return 'its certificate has expired: renew it on that server'
  if (isUntrusted(code)) {
    return `its certificate is not trusted here: ${message}. NODE_EXTRA_CA_CERTS names a file with more authorities`
  }
  return message || code
}
