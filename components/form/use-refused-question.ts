import { codes } from '#contracts/envelope'
import { CallError } from '#lib/request'
import { isViewing } from '#lib/viewing'
import { type Question, useWhy } from './ask-why'

/**
 * What is asked of a call that was refused for lack of a right: why, and who could give it. Nothing for what failed
 * otherwise, where the platform does not explain, and in a view, in which nobody could do it.
 */
export function useRefusedQuestion(): typeof refusedQuestion {
  const why = useWhy()
  return (error, orgId) => (why === undefined || isViewing() ? undefined : refusedQuestion(error, orgId))
}

/** @param orgId the organization that it was about, as far as that is known, where the refusal does not tell */
export function refusedQuestion(error: unknown, orgId?: unknown): Question | undefined {
  if (!(error instanceof CallError) || error.code !== codes.notPermitted) return undefined
  if (error.permissions.length === 0) return undefined
  const asked = error.permissions.join(',')
  const known = typeof orgId === 'string' && orgId !== '' ? orgId : undefined
  const { data } = error
  // Many a platform tells nothing: it was about where one works, then.
  if (typeof data !== 'object' || data === null) return { codes: asked, orgId: known }
  const told = 'orgId' in data && (data.orgId ?? known)
  return typeof told === 'string' ? { codes: asked, orgId: told } : undefined
}
