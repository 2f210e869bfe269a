import { CallError } from './request'

/**
 * A part of the program that comes when it is needed, by an `import` of its own.
 * @throws CallError `offline` where it does not come, so that it is told as a call that failed
 */
export async function load<Part>(part: () => Promise<Part>): Promise<Part> {
  try {
    return await part()
  } catch {
    throw new CallError('offline')
  }
}
