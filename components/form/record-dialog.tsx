'use client'

import { useTranslations } from 'next-intl'
import type { ComponentType } from 'react'
import { DialogLoader } from './dialog-loader'
import type { RecordDialogProps, RecordFormProps } from './use-record-form'

/** The dialog that adds a record of a page, or edits the one that `load` reads. `texts` is the page's namespace. */
export function recordDialog<Loaded, Added>(
  texts: 'apply' | 'department' | 'organization' | 'role',
  load: (id: string | undefined) => Promise<Loaded>,
  form: ComponentType<RecordFormProps<Loaded, Added>>,
) {
  return function RecordDialog(props: RecordDialogProps<Added>) {
    const t = useTranslations(texts)
    const title = t(props.id === undefined ? 'addTitle' : 'editTitle')
    return <DialogLoader {...props} title={title} load={load} form={form} />
  }
}
