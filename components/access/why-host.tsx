'use client'

import type { ReactNode } from 'react'
import { Explains, useQuestion } from '#components/form/ask-why'
import { later } from '#components/form/later'

const WhyDialog = later(() => import('./why-dialog').then((module) => module.WhyDialog))

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
