import { titleOf } from '../tests/security/abuse-case'
import { inBrowser, refusals } from '../tests/security/in-browser'
import { begin, call, enter, isSignedIn, signIn, test } from './fixtures'
import { beginPerson } from './people'

for (const abuse of inBrowser) {
  test(titleOf(abuse), ({ page, context, baseURL, admin, expected, requested }) => {
    expected.push(refusals)
    return abuse.try({
      page,
      context,
      origin: baseURL ?? '',
      begin: async (account) => {
        if (account !== 'field') return begin(context, account)
        await signIn(context, account)
        await enter(context, 'EAST', 'ems')
      },
      beginAnew: async () => {
        await beginPerson(context, admin, { EAST: 'viewer' })
      },
      call: (method, path, body) => call(context, method, path, body),
      isSignedIn: () => isSignedIn(context),
      expected,
      requested,
    })
  })
}
