import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A certificate for 127.0.0.1 that is its own authority and holds for so many days, and its key. */
export function ownCertificate(days: number): { cert: string; key: string } {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-certificate-'))
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' })
  try {
    const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
    openssl('req', '-new', ...kind, '-subj', '/CN=127.0.0.1', '-keyout', 'key.pem', '-out', 'asked.pem')
    writeFileSync(join(folder, 'names'), 'subjectAltName=IP:127.0.0.1\n')
    const files = ['-in', 'asked.pem', '-signkey', 'key.pem', '-extfile', 'names', '-out', 'cert.pem']
    openssl('x509', '-req', '-days', String(days), ...files)
    const read = (name: string) => readFileSync(join(folder, name), 'utf8')
    return { cert: read('cert.pem'), key: read('key.pem') }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
