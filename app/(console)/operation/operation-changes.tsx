'use client'

import { useTranslations } from 'next-intl'
import { useValueText } from '#components/form/use-value-text'
import { SmallTable } from '#components/ui/small-table'
import type { OperationRow } from '#contracts/log'
import type { Messages } from '#lib/i18n/messages'

type FieldKey = keyof Messages['operation']['fields']

interface Props {
  changes: NonNullable<OperationRow['changes']>
  /** What was changed, by its key. */
  module: string | null | undefined
}

/** What an operation changed, from what, to what (EDGE-4). */
export function OperationChanges({ changes, module }: Props) {
  const t = useTranslations('operation')
  // The embedded platform's fields have names; another platform's show as they are.
  const label = (field: string) =>
    t.has(`fields.${field as FieldKey}`) ? t(`fields.${field as FieldKey}`) : field
  const text = useValueText()
  return (
    <div className="overflow-hidden rounded-md border border-line">
      <SmallTable
        heads={[t('field'), t('before'), t('after')]}
        className="table-fixed"
        headClassName="first:w-28"
      >
        {changes.map(({ field, before, after }) => (
          <tr key={field} className="align-top">
            <th scope="row" className="px-3 py-2 font-medium text-soft">
              {label(field)}
            </th>
            <td className="px-3 py-2">
              <Value text={text(before, { field, module })} look="bg-danger-soft text-danger" />
            </td>
            <td className="px-3 py-2">
              <Value text={text(after, { field, module })} look="bg-success-soft text-success" />
            </td>
          </tr>
        ))}
      </SmallTable>
    </div>
  )
}

/** What there was not is not marked. */
function Value({ text, look }: { text: string; look: string }) {
  const common = useTranslations('common')
  if (text === common('empty')) return <span className="text-faint">{text}</span>
  return (
    <span className={`box-decoration-clone whitespace-pre-wrap rounded-sm px-1 py-px wrap-anywhere ${look}`}>
      {text}
    </span>
  )
}
