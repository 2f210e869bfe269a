import type { Call, DataOf, Endpoint } from '#contracts/endpoint'
import { load } from './load'
import type { KeyHolder } from './write-key'

type NameIn<Contract> = {
  [Name in keyof Contract]: Contract[Name] extends Endpoint ? Name : never
}[keyof Contract]
type EndpointOf<Contract, Name extends keyof Contract> = Extract<Contract[Name], Endpoint>

/**
 * Makes calls whose contract comes with the first press, so that it is no part of the page:
 * `call('remove', { params: { id } })`. @throws CallError as `api` does
 */
export function lazyCaller<Contract>(contract: () => Promise<Contract>) {
  return async <Name extends NameIn<Contract>>(
    name: Name,
    call: Call<EndpointOf<Contract, Name>>,
    holder?: KeyHolder,
  ): Promise<DataOf<EndpointOf<Contract, Name>>> => {
    const [{ api }, endpoints] = await load(() => Promise.all([import('./api'), contract()]))
    return api(endpoints[name] as EndpointOf<Contract, Name>, call, holder)
  }
}
