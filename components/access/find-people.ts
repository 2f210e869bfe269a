import { isLost } from '#components/form/use-refusal'
import * as accounts from '#contracts/account'
import { codes } from '#contracts/envelope'
import { find } from '#contracts/search'
import { api } from '#lib/api'
import { CallError } from '#lib/request'

/** As many people as one search of the list shows. */
const mostFound = 20

/**
 * People by name, phone or account, as the palette finds them; by account only where the platform has no search, which `tellNoSearch`
 * hears. Nobody for whom may not see accounts.
 * @throws CallError where it is not known whom there is
 */
export async function findPeople(
  text: string,
  tellNoSearch: () => void,
): Promise<{ value: string; text: string }[]> {
  if (text === '') return []
  const found = await searched(text, tellNoSearch).catch((fault: unknown) => {
    if (isLost(fault)) return []
    throw fault
  })
  return found.map(({ id, account, name }) => ({ value: id, text: name ? `${name} (${account})` : account }))
}

async function searched(text: string, tellNoSearch: () => void) {
  try {
    return (await api(find, { query: { text } })).accounts
  } catch (fault) {
    if (!(fault instanceof CallError && fault.code === codes.notFound)) throw fault
    tellNoSearch()
    return (await api(accounts.list, { query: { account: text, page: 1, limit: mostFound } })).content
  }
}
