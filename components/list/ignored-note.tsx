import { getTranslations } from 'next-intl/server'

/** Says what of the address the list below does not heed: it would else look like what was asked for. */
export async function IgnoredNote({ said }: { said: readonly string[] }) {
  const t = await getTranslations('common')
  return (
    <p
      role="status"
      className="border-line border-b bg-warning-soft px-5 py-2 text-md wrap-anywhere max-narrow:px-4"
    >
      {t('ignored', { names: said.join(t('listSeparator')) })}
    </p>
  )
}
