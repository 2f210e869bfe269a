import { testPlatform } from './harness.ts'
import { client, signIn as signInAt } from './sign-in.ts'

/** Of the test file that imports this: each has modules, and so a database, of its own. */
export const platform = testPlatform({ trustedProxies: ['10.9.0.0/16'] })
export const signIn = (given: Parameters<typeof signInAt>[1], context = client) =>
  signInAt(platform, given, context)
