import type { Unanswered } from './ask.ts'

/** Why an address gives no answer at all, and where to look. */
export function explainSilence({ host, hostname, protocol }: URL, { code, message }: Unanswered): string {
  if (code === 'ENOTFOUND' || code.startsWith('EAI_')) {
    return `The name ${hostname} is not known here (${code}). Look at its spelling, at DNS, or at /etc/hosts.`
  }
  if (code === 'ECONNREFUSED') {
    return `Nothing listens at ${host}. Start the proxy (or the console), or open the port in the firewall.`
  }
  if (code === 'TIMEOUT' || code === 'ETIMEDOUT' || code === 'EHOSTUNREACH') {
    return `${host} does not answer (${message}). Look at the firewall, and at the address.`
  }
  if (protocol === 'https:' && /EPROTO|^ERR_SSL|^ERR_TLS/.test(code)) {
    return `${host} does not speak TLS (${code}): "listen 443 ssl;" is missing, or the address begins with http://.`
  }
  return `${host} breaks the connection off (${code}: ${message}). If it speaks TLS, the address begins with https://.`
}
