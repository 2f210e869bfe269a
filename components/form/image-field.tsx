'use client'

import { ImagePlus, LoaderCircle } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { type DragEvent, useState } from 'react'
import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form'
import { useCallFault } from '#components/form/use-call-fault'
import { Button } from '#components/ui/button'
import { ImageTile } from '#components/ui/image-tile'
import type { Schema } from '#contracts/endpoint'
import { codes } from '#contracts/envelope'
import { upload } from '#contracts/image'
import { imageTypes } from '#contracts/limits'
import { api } from '#lib/api'
import { imageAddress } from '#lib/image-address'
import { CallError } from '#lib/request'
import { Field } from './field'
import { useRefusedDrops } from './use-refused-drops'
import { useSessionBack } from './use-session-back'
import { useUnsavedChanges } from './use-unsaved-changes'
import { useValidationText } from './use-validation-text'

interface Props<Values extends FieldValues> {
  control: Control<Values, unknown, unknown>
  /** Holds the stored path. */
  name: FieldPath<Values>
  label: string
  /** The rule of a chosen file, before anything is sent. */
  file: Schema
  /** What the picture stands for; its letter shows for one that cannot be shown. */
  subject: string
  /** Until an upload has ended, its form cannot be saved. */
  onBusy: (busy: boolean) => void
}

interface Trouble {
  text: string
  /** The file to send again, where that could help. */
  again?: File
}

const accept = imageTypes.map((type) => `.${type}`).join(',')
/** The file itself is at fault: sending it again brings the same answer. */
const aboutFile: readonly number[] = [codes.badInput, codes.tooLarge, codes.wrongType]

/** A picture, chosen or dropped, uploaded at once. What goes wrong says why, and the picture before it stays. */
export function ImageField<Values extends FieldValues>(props: Props<Values>) {
  const { control, name, label, file, subject, onBusy } = props
  const t = useTranslations('common')
  const validationText = useValidationText()
  const faultText = useCallFault()
  const { field, fieldState } = useController({ control, name })
  const [busy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<Trouble>()
  const [over, setOver] = useState(false)
  useUnsavedChanges(() => busy)

  useRefusedDrops()

  const setWorking = (working: boolean) => {
    setBusy(working)
    onBusy(working)
  }
  const send = async (chosen: File | undefined) => {
    if (chosen === undefined || busy) return
    const checked = file.safeParse(chosen)
    if (!checked.success) {
      setTrouble({ text: validationText(checked.error.issues[0]) ?? '' })
      return
    }
    setTrouble(undefined)
    setWorking(true)
    try {
      field.onChange(await api(upload, { body: { file: chosen } }))
    } catch (error) {
      const fault = error instanceof CallError ? error.faults.find((one) => one.field === 'file') : undefined
      const isAboutFile = error instanceof CallError && aboutFile.includes(error.code)
      setTrouble({ text: fault?.message ?? faultText(error), again: isAboutFile ? undefined : chosen })
    } finally {
      setWorking(false)
    }
  }
  useSessionBack(() => send(trouble?.again))
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    send(event.dataTransfer.files[0])
  }
  const error = trouble?.text ?? validationText(fieldState.error)
  return (
    <Field label={label} required hint={t('imageHint')} error={error}>
      {(control) => (
        <div className="relative flex items-center gap-2">
          <input
            {...control}
            type="file"
            accept={accept}
            ref={field.ref}
            name={name}
            onBlur={field.onBlur}
            onClick={(event) => busy && event.preventDefault()}
            onChange={(event) => {
              send(event.target.files?.[0])
              // The same file can be chosen again.
              event.target.value = ''
            }}
            className="peer sr-only"
          />
          <label
            htmlFor={control.id}
            data-over={over || undefined}
            aria-busy={busy || undefined}
            onDragOver={() => setOver(true)}
            onDragLeave={() => setOver(false)}
            onDrop={drop}
            className={`flex min-w-0 flex-1 items-center gap-3 rounded-md border border-dashed bg-surface p-2 text-md transition-colors peer-focus-visible:outline-2 peer-focus-visible:outline-accent peer-focus-visible:outline-offset-1 data-over:border-accent data-over:bg-accent-soft [&>*]:pointer-events-none ${error === undefined ? 'border-edge' : 'border-danger'} ${busy ? 'cursor-wait' : 'cursor-pointer hover:bg-hover'}`}
          >
            {busy && <LoaderCircle aria-hidden className="size-12 shrink-0 animate-spin p-3 text-accent" />}
            {!busy && field.value && (
              <ImageTile
                src={imageAddress(field.value)}
                name={subject}
                className="size-12 rounded-lg border border-line text-xl"
              />
            )}
            {!busy && !field.value && (
              <ImagePlus aria-hidden className="size-12 shrink-0 rounded-lg bg-sunken p-3 text-faint" />
            )}
            <span className="min-w-0 font-medium text-accent-ink">
              {t(busy ? 'uploading' : field.value ? 'replaceImage' : 'uploadImage')}
            </span>
          </label>
          {trouble?.again && <Button onClick={() => send(trouble.again)}>{t('retry')}</Button>}
          <span role="status" className="sr-only">
            {busy && t('uploading')}
          </span>
        </div>
      )}
    </Field>
  )
}
