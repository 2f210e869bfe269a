'use client'

import { CircleHelp } from 'lucide-react'
import { Button } from '#components/ui/button'
import { type Question, useWhy } from './ask-why'

/** Leads to the explanation; nothing where the platform has none. */
export function WhyButton({
  question,
  small = false,
  children,
}: {
  question: Question
  small?: boolean
  children: string
}) {
  const why = useWhy()
  if (why === undefined) return null
  return (
    <Button look="quiet" size={small ? 'small' : 'medium'} onClick={() => why(question)}>
      <CircleHelp aria-hidden className="size-3.5" />
      {children}
    </Button>
  )
}
