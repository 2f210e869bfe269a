import { getLocale, getTranslations } from 'next-intl/server'
import { ForbiddenView } from '#components/shell/refusal-views'
import { asLocale, htmlLang } from '#lib/i18n/locale'
import { permissionName, type WhyNot, whyNot } from '#lib/server/page/why-not'

/** Who to ask, and the ways on. */
export default async function Forbidden() {
  const why = await whyNot()
  if (why === undefined) return <ForbiddenView />
  const question = { codes: why.page.permissions.join(','), orgId: why.orgId, orgName: why.organization }
  return <ForbiddenView why={{ note: <Why {...why} />, question }} />
}

/** What it takes, what is missing, and who could give it. */
async function Why({ page, organization, allowed, obstacle, givers }: WhyNot) {
  const t = await getTranslations('access')
  const locale = asLocale(await getLocale())
  const people = new Intl.ListFormat(htmlLang(locale), { type: 'disjunction' }).formatToParts(
    givers.map(({ account, name }) => (name ? `${name} (${account})` : account)),
  )
  const named = people.map(({ type, value }) => (type === 'element' ? <bdi key={value}>{value}</bdi> : value))
  return (
    <div className="max-w-[420px] space-y-1 text-balance text-md text-soft">
      <p>{t('needs', { permission: permissionName(page, locale), organization })}</p>
      {obstacle && <p>{t(`obstacles.${obstacle}`)}</p>}
      <p className="text-ink">
        {allowed && t('inAnotherSystem')}
        {!allowed &&
          (named.length === 0
            ? t(`askNobody.${obstacle ?? 'other'}`)
            : t.rich('ask', { people: () => named }))}
      </p>
    </div>
  )
}
