import type { AbuseCase } from './abuse-case'
import { crossSite } from './cross-site'
import { foreign } from './foreign'
import { framework } from './framework'
import { input } from './input'
import { navigation } from './navigation'
import { output } from './output'
import { plainReads } from './plain-reads'
import { proxy } from './proxy'
import { rawHttp } from './raw-http'
import { rights } from './rights'
import { seals } from './seals'
import { sessions } from './sessions'
import { signIn } from './sign-in'
import { systems } from './systems'
import { uploads } from './upload'

/** What is tried over HTTP against the console as it stands, by group. */
export const table: Readonly<Record<string, readonly AbuseCase[]>> = {
  'guarded pages': navigation,
  'session cookies': seals,
  sessions,
  'other sites': crossSite,
  'the way to the platform': proxy,
  'the framework': framework,
  'bytes on the wire': rawHttp,
  uploads,
  input,
  rights: [...foreign, ...rights],
  'sign-in': signIn,
  'what comes out': output,
  'sub-applications': systems,
  'reads by plain address, and sockets': plainReads,
}
