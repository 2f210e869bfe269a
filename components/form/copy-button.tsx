'use client'

import { Check, Copy } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { type ReactNode, useEffect, useState } from 'react'
import { Button } from '#components/ui/button'
import { toast } from '#components/ui/toast'
import { copyText } from '#lib/copy-text'

interface Props {
  /** What is copied, by name. */
  label: string
  text: string
  /** Beside a text in a line. */
  small?: boolean
  onCopied?: () => void
}

/** Milliseconds that it says that it has copied. */
const told = 2_000

export function CopyButton({ label, text, small = false, onCopied }: Props) {
  const t = useTranslations('common')
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), told)
    return () => clearTimeout(timer)
  }, [copied])
  const size = small ? 'size-3.5' : 'size-4'
  return (
    <Button
      look="quiet"
      size={small ? 'small' : 'icon'}
      aria-label={t('copyField', { label })}
      title={t('copyField', { label })}
      disabled={text === ''}
      onClick={async () => {
        const isCopied = await copyText(text)
        setCopied(isCopied)
        if (isCopied) onCopied?.()
        else toast.error(t('notCopied'))
      }}
    >
      {copied ? (
        <Check aria-hidden className={`${size} text-success`} />
      ) : (
        <Copy aria-hidden className={size} />
      )}
      <span role="status" className="sr-only">
        {copied && t('copied')}
      </span>
    </Button>
  )
}

/** An id or a code, whole, and what copies it. */
export function Copied({ label, text }: Pick<Props, 'label' | 'text'>) {
  return (
    <BesideCopy label={label} text={text}>
      <code className="select-all font-mono text-base wrap-anywhere">{text}</code>
    </BesideCopy>
  )
}

/** What copies a text, in a line with it however long it is. */
export function BesideCopy({
  label,
  text,
  children,
}: Pick<Props, 'label' | 'text'> & { children: ReactNode }) {
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      <span className="min-w-0">{children}</span>
      <CopyButton small label={label} text={text} />
    </span>
  )
}
