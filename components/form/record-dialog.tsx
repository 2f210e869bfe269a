'use client'

import { useTranslations } from 'next-intl'
import type { ComponentType } from 'react'
import type { Messages, Namespace } from '#lib/i18n/messages'
import { DialogLoader } from './dialog-loader'
import type { RecordDialogProps, RecordFormProps } from './use-record-form'

/** The namespaces that say what both dialogs are called. */
type Titled = {
  [Name in Namespace]: Messages[Name] extends { addTitle: string; editTitle: string } ? Name : never
}[Namespace]

/** The dialog that adds a record of a page, or edits the one that `load` reads. `texts` is the page's namespace. */
export function recordDialog<Loaded, Added>(
  texts: Titled,
  load: (id: string | undefined) => Promise<Loaded>,
  form: ComponentType<RecordFormProps<Loaded, Added>>,
) {
  return function RecordDialog(props: RecordDialogProps<Added>) {
    const t = useTranslations(texts)
    const title = t(props.id === undefined ? 'addTitle' : 'editTitle')
    return <DialogLoader {...props} title={title} load={load} form={form} />
  }
}
