import Link from 'next/link'
import { getLocale, getTranslations } from 'next-intl/server'
import { WhyButton } from '#components/form/why-button'
import { BackButton } from '#components/shell/back-button'
import { buttonLook } from '#components/ui/button'
import { StateView } from '#components/ui/state-view'
import { asLocale, htmlLang } from '#lib/i18n/locale'
import { basePath } from '#lib/request'
import { permissionName, type WhyNot, whyNot } from '#lib/server/page/why-not'

/** Who to ask, and three ways on: home, back, and another organization, in which one may have the right. */
export default async function Forbidden() {
  const [t, common, why] = await Promise.all([getTranslations('errors'), getTranslations('common'), whyNot()])
  return (
    <StateView
      scene="forbidden"
      heading="h1"
      whole
      title={t('forbidden')}
      hint={why === undefined ? t('forbiddenHint') : undefined}
      note={why && <Why {...why} />}
    >
      <Link href="/" prefetch={false} className={buttonLook()}>
        {t('backHome')}
      </Link>
      <BackButton>{t('back')}</BackButton>
      {why && (
        <WhyButton question={{ codes: why.page.permissions.join(','), orgId: why.orgId }}>
          {common('why')}
        </WhyButton>
      )}
      {/* A full load: the chooser has a stricter content policy than the shell. */}
      <a href={`${basePath}/selectSystem?nf=t`} className={buttonLook('quiet')}>
        {t('changeOrganization')}
      </a>
    </StateView>
  )
}

/** What it takes, what is missing, and who could give it. */
async function Why({ page, organization, obstacle, givers }: WhyNot) {
  const t = await getTranslations('access')
  const locale = asLocale(await getLocale())
  const people = new Intl.ListFormat(htmlLang(locale), { type: 'disjunction' }).formatToParts(
    givers.map(({ account, name }) => (name ? `${name} (${account})` : account)),
  )
  const named = people.map(({ type, value }) => (type === 'element' ? <bdi key={value}>{value}</bdi> : value))
  return (
    <div className="max-w-[460px] space-y-1 text-balance text-md text-soft">
      <p>{t('needs', { permission: permissionName(page, locale), organization })}</p>
      {obstacle && <p>{t(`obstacles.${obstacle}`)}</p>}
      <p className="text-ink">
        {named.length === 0 ? t('askNobody') : t.rich('ask', { people: () => named })}
      </p>
    </div>
  )
}
