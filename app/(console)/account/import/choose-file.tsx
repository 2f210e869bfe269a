'use client'

import { FileSpreadsheet, LoaderCircle } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { type DragEvent, type ReactNode, useState } from 'react'
import { useRefusedDrops } from '#components/form/use-refused-drops'
import { Button } from '#components/ui/button'
import { type ImportField, importFields } from '#contracts/account-import'
import { saveCsv } from '#lib/export-file'
import { load } from '#lib/load'
import type { Table } from '#lib/read-table'

interface Props {
  onTable: (name: string, table: Table) => void
  /** What stands below. */
  children: ReactNode
}

/** The file is read here, in the browser; what is no table of accounts says why. */
export function ChooseFile({ onTable, children }: Props) {
  const t = useTranslations('accountImport')
  const words = useTranslations('account')
  const errors = useTranslations('errors')
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string>()
  const [over, setOver] = useState(false)
  useRefusedDrops()

  const read = async (file: File | undefined) => {
    if (file === undefined || busy) return
    setBusy(true)
    setFault(undefined)
    try {
      const { readTable, TableFault } = await load(() => import('#lib/read-table'))
      await readTable(file).then(
        (table) => onTable(file.name, table),
        (error) => setFault(t(`faultsOf.${error instanceof TableFault ? error.key : 'damaged'}`)),
      )
    } catch {
      setFault(errors('offline'))
    }
    setBusy(false)
  }
  const template = () => {
    /** Of a person whom nobody is called. */
    const sample: Partial<Record<ImportField, string>> = {
      account: 'zhangsan',
      name: t('sample.name'),
      phone: '13800000000',
      organization: t('sample.organization'),
      department: t('sample.department'),
      role: t('sample.role'),
    }
    const lines = [
      importFields.map((field) => words(field)),
      importFields.map((field) => sample[field] ?? ''),
    ]
    saveCsv(lines, t('templateName'))
  }
  return (
    <div className="space-y-3 overflow-y-auto px-5 py-5">
      <label
        onDragOver={() => setOver(true)}
        onDragLeave={() => setOver(false)}
        onDrop={(event: DragEvent) => {
          setOver(false)
          read(event.dataTransfer.files[0])
        }}
        className={`grid cursor-pointer justify-items-center gap-1.5 rounded-lg border border-dashed px-4 py-8 text-center transition-colors hover:bg-row-hover has-focus-visible:outline-2 has-focus-visible:outline-focus ${over ? 'border-accent bg-accent-soft' : 'border-line-strong'}`}
      >
        <input
          data-first
          type="file"
          accept=".csv,.txt,.xlsx"
          aria-describedby="import-hint"
          onChange={(event) => {
            read(event.target.files?.[0])
            // The same once more is a choice too, when it was mended.
            event.target.value = ''
          }}
          className="sr-only"
        />
        {busy ? (
          <LoaderCircle aria-hidden className="size-6 animate-spin text-faint" />
        ) : (
          <FileSpreadsheet aria-hidden className="size-6 text-accent-ink" />
        )}
        <span className="font-medium text-md">{busy ? t('reading') : t('choose')}</span>
        <span id="import-hint" className="text-base text-soft">
          {t('chooseHint')}
        </span>
      </label>
      <p role="alert" className="text-danger text-md empty:hidden">
        {fault}
      </p>
      <Button look="link" onClick={template} className="-ml-3">
        {t('template')}
      </Button>
      {children}
    </div>
  )
}
