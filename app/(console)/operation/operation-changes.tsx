'use client'

import { useTranslations } from 'next-intl'
import { useValueText } from '#components/form/use-value-text'
import { Dialog } from '#components/ui/dialog'
import type { OperationRow } from '#contracts/log'
import type { Messages } from '#lib/i18n/messages'

type FieldKey = keyof Messages['operation']['fields']

/** What an operation changed, from what, to what (EDGE-4). */
export function OperationChanges({ row, onClose }: { row: OperationRow; onClose: () => void }) {
  const t = useTranslations('operation')
  const common = useTranslations('common')
  // The embedded platform's fields have names; another platform's show as they are.
  const label = (field: string) =>
    t.has(`fields.${field as FieldKey}`) ? t(`fields.${field as FieldKey}`) : field
  const text = useValueText()
  return (
    <Dialog title={t('details')} closeLabel={common('close')} onClose={onClose}>
      <div className="max-h-[70dvh] overflow-auto p-5">
        {row.subject && <p className="mb-3 break-all px-2 font-medium text-md">{row.subject}</p>}
        <table className="w-full border-separate border-spacing-0 text-left text-md">
          <thead>
            <tr>
              {[t('field'), t('before'), t('after')].map((label) => (
                <th key={label} scope="col" className="h-9 border-line border-b px-2 font-medium text-soft">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {row.changes?.map(({ field, before, after }) => (
              <tr key={field} className="align-top">
                <th scope="row" className="border-line border-b p-2 font-medium">
                  {label(field)}
                </th>
                <td className="whitespace-pre-wrap break-all border-line border-b p-2 text-soft">
                  {text(before)}
                </td>
                <td className="whitespace-pre-wrap break-all border-line border-b p-2">{text(after)}</td>
              </tr>
            ))}
          </tbody>
        </table>
        {row.requestId && (
          <p className="mt-3 px-2 text-faint text-sm">
            {t('request')} <code className="select-all break-all">{row.requestId}</code>
          </p>
        )}
      </div>
    </Dialog>
  )
}
