import { getLocale } from 'next-intl/server'
import { Messages } from '#components/shell/messages'
import { Unavailable } from '#components/shell/unavailable'
import { user } from '#contracts/user'
import { pageTitle } from '#lib/server/page/page-title'
import { requestContext } from '#lib/server/page/request-context'
import { PersonalCentre } from '../personal-centre'

export const generateMetadata = pageTitle('user')

/** Everybody's own page: it takes no permission. */
export default async function PersonalCentrePage() {
  const [context, locale] = await Promise.all([requestContext(), getLocale()])
  if (!context.ok) return <Unavailable />
  const { username, nickName, headImg, phone, email, company, createdTime } = context.data.user
  const signInName = context.data.session.username
  return (
    <Messages names={['user', 'password', 'validation']}>
      <PersonalCentre
        title={user.name[locale]}
        profile={{ username, nickName, headImg, phone, email, company, createdTime, signInName }}
      />
    </Messages>
  )
}
