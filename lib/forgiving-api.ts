import type { Call, DataOf, Endpoint } from '#contracts/endpoint'
import { api } from './api'
import { forgiving } from './forgiving'
import { CallError } from './request'

/** Reads from the browser what stands before every page, as the server does (`forgiving`). @throws CallError */
export async function forgivingApi<E extends Endpoint>(endpoint: E, call: Call<E>): Promise<DataOf<E>> {
  try {
    return await api(endpoint, call)
  } catch (error) {
    const isOdd = error instanceof CallError && error.kind === 'system' && error.data !== undefined
    const rest = isOdd ? forgiving(endpoint, error.data) : undefined
    if (rest === undefined) throw error
    return rest
  }
}
