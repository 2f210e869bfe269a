'use client'

import { useTranslations } from 'next-intl'
import { useValueText } from '#components/form/use-value-text'
import { useOperationWord } from '#components/list/use-operation-word'
import { SmallTable } from '#components/ui/small-table'
import type { OperationRow } from '#contracts/log'

interface Props {
  changes: NonNullable<OperationRow['changes']>
  /** What was changed, by its key. */
  module: string | null | undefined
}

/** What an operation changed, from what, to what (EDGE-4). */
export function OperationChanges({ changes, module }: Props) {
  const t = useTranslations('operation')
  const label = useOperationWord('fields')
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
