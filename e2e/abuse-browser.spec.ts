import { titleOf } from '../tests/abuse/abuse-case'
import { inBrowser } from '../tests/abuse/in-browser'
import { begin, call, enter, signIn } from './fixtures'
import { addPerson, isSignedIn, test } from './people'

for (const abuse of inBrowser) {
  test(titleOf(abuse), ({ page, context, baseURL, admin, expected, requested }) =>
    abuse.try({
      page,
      context,
      origin: baseURL ?? '',
      begin: async (account) => {
        if (account !== 'field') return begin(context, account)
        await signIn(context, account)
        await enter(context, 'EAST', 'ems')
      },
      beginAnew: async () => {
        const { account } = await addPerson(admin, { EAST: 'viewer' })
        await signIn(context, account)
        await enter(context, 'EAST', 'uia')
      },
      call: (method, path, body) => call(context, method, path, body),
      isSignedIn: () => isSignedIn(context),
      expected,
      requested,
    }),
  )
}
