import { useTranslations } from 'next-intl'
import { type FileAnswer, kindOf } from '#lib/file-answer'

/** What came of asking for a file, in words. */
export function useAnswerText(): (answer: FileAnswer) => string {
  const t = useTranslations('micro.answers')
  const common = useTranslations('common')
  return (answer) => {
    const { status, type = common('empty'), to = common('empty') } = answer
    return t(kindOf(answer), { status, type, to })
  }
}
