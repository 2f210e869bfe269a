import { existsSync, readFileSync } from 'node:fs'
import { isIPv6 } from 'node:net'
import { join } from 'node:path'
import { rootCertificates } from 'node:tls'
import { parseArgs } from 'node:util'
import { Fault } from '../../scripts/lib/fault.mjs'
import { typed } from '../../scripts/lib/paths.mjs'
import { readSettings } from '../../scripts/lib/settings.mjs'

/** What the doctor is told by its command line and the console's own environment. */
export interface Options {
  /** The address that people type, base path included. */
  url: URL
  /** The console without any proxy. */
  own: URL
  secret: string
  json: boolean
  /** The certificate's chain is not judged. */
  insecure: boolean
  /** Certificates to believe, in PEM. */
  ca?: string[]
  /** Where plain HTTP answers and should lead to https. */
  http?: URL
  /** Whom to sign in as. */
  person?: { account: string; password: string; captcha: string }
}

type Environment = Record<string, string | undefined>

export const usage = `${typed('doctor')} [URL] [options]

  URL                 the address that people type (PUBLIC_ORIGIN and BASE_PATH)
  --json              findings as JSON
  --insecure          do not judge the chain of the certificate
  --ca FILE           certificates to believe beside the known ones (PEM)
  --http URL          where plain HTTP should lead to https (port 80, where https is on 443)
  --account NAME --captcha ANSWER   sign in too; the password comes from DOCTOR_PASSWORD

Run it on the console's machine, with the console's environment.`

/** @throws Fault with what to give */
export function readOptions(args: string[], env: Environment): Options {
  const { values, positionals } = parse(args)
  const settings = readSettings(env)
  const host = isIPv6(settings.host) ? `[${settings.host}]` : settings.host
  const reached = host === '0.0.0.0' || host === '[::]' ? '127.0.0.1' : host
  return {
    url: addressOf(positionals[0] ?? `${settings.publicOrigin.split(',')[0]}${settings.basePath}`),
    own: new URL(`http://${reached}:${settings.port}${settings.basePath}`),
    secret: secretIn(env, settings.dataDir, settings.embedded),
    json: values.json ?? false,
    insecure: values.insecure ?? false,
    ca: values.ca === undefined ? undefined : [...rootCertificates, fileOf(values.ca)],
    http: values.http === undefined ? undefined : addressOf(values.http),
    person: personOf(values.account, values.captcha, env.DOCTOR_PASSWORD),
  }
}

function parse(args: string[]) {
  try {
    const parsed = parseArgs({
      args,
      allowPositionals: true,
      options: {
        json: { type: 'boolean' },
        insecure: { type: 'boolean' },
        ca: { type: 'string' },
        http: { type: 'string' },
        account: { type: 'string' },
        captcha: { type: 'string' },
      },
    })
    if (parsed.positionals.length <= 1) return parsed
  } catch {
    // What was given is no option; the usage says what is.
  }
  throw new Fault(`The doctor does not understand: ${args.join(' ')}\n\n${usage}`)
}

function addressOf(given: string): URL {
  const url = URL.canParse(given) ? new URL(given) : undefined
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    throw new Fault(
      `"${given}" is no address of a console: begin with https:// or http://, as in https://console.example.com`,
    )
  }
  return new URL(url.pathname.replace(/\/+$/, ''), url.origin)
}

function secretIn(env: Environment, dataDir: string, embedded: boolean): string {
  const file = join(dataDir, 'session-secret')
  const kept = embedded && existsSync(file) ? fileOf(file) : ''
  // Of several, the first seals.
  const secret = (env.SESSION_SECRET || kept).split(',')[0]?.trim()
  if (secret) return secret
  throw new Fault(
    `The doctor needs the console's own environment: there is no SESSION_SECRET${embedded ? ` and no ${file}` : ''}. Run it where the console runs, with the same variables and as the same user.`,
  )
}

function fileOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new Fault(`${path} cannot be read: ${error instanceof Error ? error.message : error}`)
  }
}

function personOf(account?: string, captcha?: string, password?: string): Options['person'] {
  if (account === undefined && captcha === undefined) return undefined
  if (account && captcha && password) return { account, password, captcha }
  throw new Fault('Signing in takes all of --account, --captcha and the variable DOCTOR_PASSWORD.')
}
