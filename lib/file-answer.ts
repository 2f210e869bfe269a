import * as z from 'zod/mini'

/**
 * What came of asking for a file of a system: how its server answered, or why it did not. The console's server tells it in
 * a header, so that people can be told more than a status.
 */
export interface FileAnswer {
  /** The server's, or the console's own where that one was not asked or did not answer. */
  status: number
  /** Content type. */
  type?: string
  /** Why no answer came: the network's own word, such as `ECONNREFUSED`, where there is one. */
  fault?: 'unreachable' | 'timeout' | 'nonsense' | 'tooLarge'
  cause?: string
  /** Where a redirect leads. */
  to?: string
}

export const answerHeader = 'x-system-answer'
/** The type of what comes as a text, since a browser would make a page of it: scripts read it, and go by it (Turbo). */
export const typeHeader = 'x-system-type'
const longest = 200

const told = z.object({
  status: z.coerce.number(),
  type: z.optional(z.string()),
  fault: z.optional(z.enum(['unreachable', 'timeout', 'nonsense', 'tooLarge'])),
  cause: z.optional(z.string()),
  to: z.optional(z.string()),
})

/** As a header bears it. */
export function answerText(answer: FileAnswer): string {
  const entries = Object.entries(answer).filter(([, value]) => value !== undefined && value !== '')
  return new URLSearchParams(entries.map(([key, value]) => [key, String(value).slice(0, longest)])).toString()
}

export function answerOf({ status, headers }: Pick<Response, 'status' | 'headers'>): FileAnswer {
  const given = told.safeParse(Object.fromEntries(new URLSearchParams(headers.get(answerHeader) ?? '')))
  return given.success ? given.data : { status, type: plainType(headers.get('content-type')) }
}

/** The path of a file that is a script by its name. */
export const scriptPath = /\.[cm]?js$/i

/** A text that is a page, whatever it is asked for as: no script begins like this. */
export const beginsAsPage = /^[\s\ufeff]*</

/** Without parameters such as the character set. */
export function plainType(type: string | null | undefined): string | undefined {
  return type?.split(';')[0]?.trim().slice(0, longest) || undefined
}

/** Asks once more for what did not come, to learn why. */
export async function askAgain(url: string): Promise<FileAnswer> {
  try {
    const response = await fetch(url)
    await response.body?.cancel()
    return answerOf(response)
  } catch (error) {
    return { status: 0, cause: error instanceof Error ? error.message : undefined }
  }
}

/** What people are told of an answer: a key of the texts `micro.answers`. */
type AnswerKind =
  | 'offline'
  | 'unreachable'
  | 'timeout'
  | 'nonsense'
  | 'redirect'
  | 'signedOut'
  | 'tooMany'
  | 'missing'
  | 'wrongType'
  | 'status'

export function kindOf({ status, fault, type }: FileAnswer): AnswerKind {
  if (fault !== undefined) return fault === 'tooLarge' ? 'nonsense' : fault
  if (status === 0) return 'offline'
  if (status >= 300 && status < 400) return 'redirect'
  if (status === 401 && type === undefined) return 'signedOut'
  if (status === 429 && type === undefined) return 'tooMany'
  if (status === 404) return 'missing'
  return status < 300 ? 'wrongType' : 'status'
}
