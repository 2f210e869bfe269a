'use client'

import dynamic from 'next/dynamic'
import type { ReactNode } from 'react'
import { Explains, useQuestion } from '#components/form/ask-why'

const WhyDialog = dynamic(() => import('./why-dialog').then((module) => module.WhyDialog), { ssr: false })

/** Where explanations open, whoever asks for them below. */
export function WhyHost(props: { tells: boolean; orgId: string | undefined; children: ReactNode }) {
  const [question, close] = useQuestion()
  return (
    <Explains value={props.tells}>
      {props.children}
      {question && <WhyDialog question={question} orgId={question.orgId ?? props.orgId} onClose={close} />}
    </Explains>
  )
}
