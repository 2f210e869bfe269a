'use client'

import type { ReactNode } from 'react'
import { Explains, type Question, useQuestion } from '#components/form/ask-why'
import { later } from '#components/form/later'

const WhyDialog = later(() => import('./why-dialog').then((module) => module.WhyDialog))

type Place = Pick<Question, 'orgId' | 'orgName'>

/** Where explanations open, whoever asks for them below. @param props.place where one works, which is meant unless said */
export function WhyHost(props: { tells: boolean; place: Place | undefined; children: ReactNode }) {
  const [question, close] = useQuestion()
  return (
    <Explains value={props.tells}>
      {props.children}
      {question && (
        <WhyDialog
          question={{ ...question, ...(question.orgId === undefined && props.place) }}
          onClose={close}
        />
      )}
    </Explains>
  )
}
