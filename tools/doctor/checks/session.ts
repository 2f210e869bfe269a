import * as z from 'zod/mini'
import { listConfig } from '#contracts/allocation'
import { addressOf, shownFlag } from '#contracts/endpoint'
import { codes } from '#contracts/envelope'
import { metaIn, type PageMeta } from '#contracts/page'
import { captcha } from '#contracts/session'
import { listInPages } from '#contracts/whole-list'
import { csrfHeader } from '#lib/csrf-header'
import { passwordHash } from '#lib/password-hash'
import { readListing } from '#lib/read-listing'
import { failed, type Result, succeeded } from '#lib/result'
import { type Got, headersOf, words } from '../ask.ts'
import { type Deployment, refusalIn } from '../deployment.ts'
import { type Finding, fault, ok } from '../finding.ts'
import type { Options } from '../options.ts'

const listed = z.object({ data: listInPages(z.object({ code: z.string(), enable: shownFlag })) })
type Listed = z.output<typeof listed>['data']

/** Registered systems whose files are looked at. */
const mostSystems = 500

/**
 * Signs in through the proxy as a browser does, asks for every sub-application's first file, and signs out.
 * @param leave is told what is not looked at
 */
export async function lookAsPerson(
  place: Deployment,
  person: NonNullable<Options['person']>,
  leave: (what: string) => void,
): Promise<Finding[]> {
  const key = `${Date.now()}${String(Math.random()).slice(2, 8)}`
  const marks = {
    [csrfHeader.name]: csrfHeader.value,
    origin: place.url.origin,
    'sec-fetch-site': 'same-origin',
  }
  await place.ask(`/api${captcha.path}?key=${key}`, { headers: marks })
  const post = (path: string, value: unknown, cookie = '') =>
    place.ask(path, {
      method: 'POST',
      headers: { ...marks, cookie, 'content-type': 'application/json' },
      body: Buffer.from(JSON.stringify(value)),
    })
  const secret = passwordHash(person.password)
  const signedIn = await post('/api/session/sign-in', {
    username: person.account,
    code: person.captcha,
    secret,
    key,
  })
  if (refusalIn(signedIn) !== 0) return [noSignIn(signedIn)]
  const cookie = headersOf(signedIn, 'set-cookie')
    .map((line) => line.split(';')[0])
    .join('; ')
  try {
    return await lookAround(place, { ...marks, cookie }, leave)
  } finally {
    await post('/api/session/sign-out', {}, cookie)
  }
}

async function lookAround(
  place: Deployment,
  headers: Record<string, string>,
  leave: (what: string) => void,
): Promise<Finding[]> {
  const listing = await readListing(
    (page, limit) => askSystems(place, headers, page > 1 ? { page, limit } : { limit }),
    // One more than are looked at, so that they are known to be more.
    { rows: mostSystems + 1, pages: mostSystems },
  )
  // Browsers get the list with a permission only: without it there is no file to look for.
  if (!listing.ok && refusalIn(listing.failure) === codes.notPermitted) return [ok('sign-in', 'Signing in')]
  if (!listing.ok) return [noSession(listing.failure)]
  const found = listing.data
  if (found.length > mostSystems)
    leave(`sub-applications beyond the first ${mostSystems} that are registered`)
  return [ok('sign-in', 'Signing in'), ...(await lookAtFiles(place, found.slice(0, mostSystems), headers))]
}

/** A page of them, as the console asks for it; or the answer to the first that is none. */
async function askSystems(
  place: Deployment,
  headers: Record<string, string>,
  query: { page?: number; limit: number },
): Promise<Result<{ rows: Listed; meta?: PageMeta | undefined }, Got>> {
  const got = await place.ask(`/api${addressOf(listConfig, { query })}`, { headers })
  const answer = parse(got.body)
  const rows = refusalIn(got) === listConfig.success ? listed.safeParse(answer).data?.data : undefined
  if (rows !== undefined) return succeeded({ rows, meta: metaIn(Object(answer).data) })
  return query.page === undefined ? failed(got) : succeeded({ rows: [] })
}

async function lookAtFiles(
  place: Deployment,
  found: Listed,
  headers: Record<string, string>,
): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const { code } of found.filter(({ enable }) => enable)) {
    const got = await place.ask(`/micro/${encodeURIComponent(code)}/`, { headers })
    if (got.status === 200) findings.push(ok('micro', `Sub-application ${code}`))
    // The console embeds itself nowhere, nor a system that is registered without an address.
    else if (got.status !== 404) findings.push(noFile(code, got))
  }
  return findings
}

const noSignIn = (got: Got) =>
  fault('sign-in', 'Signing in fails', {
    seen: `${words(got)}: ${got.body.toString('utf8').slice(0, 200)}`,
    why: 'So it does for people, unless the account, password or captcha that the doctor was given are wrong.',
    fix: {
      console: 'PUBLIC_ORIGIN, if it says that the call comes from another site; else --account, --captcha',
    },
  })

const noSession = (got: Got) =>
  fault('session', 'The session does not hold', {
    seen: `after signing in, the list of systems answers ${words(got)}`,
    why: 'People are led back to the sign-in page, or the account may not see the systems.',
    fix: {
      console: 'SESSION_SECRET=…  # the same in every process',
      nginx: 'remove: proxy_set_header Cookie …;',
    },
  })

const noFile = (code: string, got: Got) =>
  fault('micro', 'A sub-application does not reach the browser', {
    seen: `/micro/${code}/ answers ${words(got)}`,
    why: 'Its pages stay empty.',
    fix: {
      nginx: 'location / { proxy_pass http://HOST:PORT; }  # /micro/ too',
      console: 'MICRO_APP_ORIGINS=…  # and the system’s host and port as registered in the console',
    },
  })

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}
