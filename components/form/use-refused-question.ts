import { codes } from '#contracts/envelope'
import { CallError } from '#lib/request'
import { isViewing } from '#lib/viewing'
import { type Question, useWhy } from './ask-why'

/**
 * What is asked of a call that was refused for lack of a right: why, and who could give it. Nothing for what failed
 * otherwise, where the platform does not explain, and in a view, in which nobody could do it.
 */
export function useRefusedQuestion(): (error: unknown, orgId?: unknown) => Question | undefined {
  const why = useWhy()
  return (error, orgId) => {
    if (why === undefined || isViewing()) return undefined
    if (!(error instanceof CallError) || error.code !== codes.notPermitted) return undefined
    if (error.permissions.length === 0) return undefined
    const named = typeof orgId === 'string' && orgId !== '' ? orgId : undefined
    return { codes: error.permissions.join(','), orgId: named }
  }
}
