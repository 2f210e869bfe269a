import { getTranslations } from 'next-intl/server'
import { ListUnavailable } from '#components/list/list-unavailable'
import { Messages } from '#components/messages'
import { pageTitle } from '#lib/server/page-title'
import { visitConsole } from '#lib/server/visit'
import { PersonalCentre } from '../personal-centre'

export const generateMetadata = pageTitle('user')

/** Everybody's own page: it takes no permission. */
export default async function PersonalCentrePage() {
  const [visit, t] = await Promise.all([visitConsole(), getTranslations('pages')])
  if ('kind' in visit) return <ListUnavailable />
  const { username, nickName, headImg, phone, email, company, createdTime } = visit.user
  return (
    <Messages names={['user', 'validation']}>
      <PersonalCentre
        title={t('user')}
        profile={{ username, nickName, headImg, phone, email, company, createdTime }}
      />
    </Messages>
  )
}
