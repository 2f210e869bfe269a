import { useTranslations } from 'next-intl'
import { useValidationText } from '#components/form/use-validation-text'
import { useAnswerText } from '../../../components/micro-app/use-answer-text'
import type { ItemFault } from './discovery-state'

/** Why nothing came of a system, in words. */
export function useFaultText(): (fault: ItemFault) => string {
  const t = useTranslations('assets.faults')
  const validation = useValidationText()
  const answerText = useAnswerText()
  return ({ reason, params, answer: came }) => {
    const problem = validation({ message: String(params.problem ?? '') }) ?? ''
    const answer = came === undefined ? '' : answerText(came)
    return t(reason, { ...noParams, ...params, problem, answer })
  }
}

const noParams = {
  ...{
    detail: '',
    message: '',
    version: '',
    known: 0,
    other: '',
    count: 0,
    example: '',
    place: '',
    path: '',
  },
  ...{ nodes: 0, megabytes: 0 },
}
