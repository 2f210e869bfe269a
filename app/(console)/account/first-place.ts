import type { Membership } from '#contracts/account'

/** Where to begin with an account of several organizations: where one works, else where one may change it. */
export function firstPlace(places: readonly Membership[], workOrgId: string | undefined): string {
  const own = places.find(({ orgId }) => orgId === workOrgId)
  return (own ?? places.find(({ isControl }) => isControl !== 0) ?? places[0])?.orgId ?? ''
}
