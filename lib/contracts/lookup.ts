/** Milliseconds that a name service has before the addresses that it gave last serve. */
const patience = 1000
/** How long they may. */
const longestUse = 10 * 60_000

interface Address {
  address: string
  family: number
}
type Addresses = readonly Address[]
type Fault = Error & { code?: string }
interface Options {
  all?: boolean
}
type Resolve = (
  hostname: string,
  options: { all: true },
  done: (error: Fault | null, addresses: Address[]) => void,
) => void
/** Of the form in which Node's connections take it. */
type Lookup = (
  hostname: string,
  options: Options,
  callback: (error: Fault | null, address: string | Address[], family?: number) => void,
) => void

/**
 * The addresses of a name. Node has two threads that ask for any, and each is held until the name service has answered or the
 * system gives up: one name that hangs there would hold both, and the names of platform and database wait behind it. So a name
 * is asked for once at a time, and one that was known goes on.
 */
export function lookupOver(resolve: Resolve): Lookup {
  const known = new Map<string, { addresses: Addresses; at: number }>()
  const asked = new Map<string, Promise<Addresses>>()

  const ask = (hostname: string, options: { all: true }) =>
    new Promise<Addresses>((found, failed) => {
      resolve(hostname, options, (error, addresses) => {
        asked.delete(hostname)
        if (error !== null) return failed(error)
        known.set(hostname, { addresses, at: performance.now() })
        found(addresses)
      })
    })
  const lastOf = (hostname: string) => {
    const last = known.get(hostname)
    return last !== undefined && performance.now() - last.at < longestUse ? last.addresses : undefined
  }
  const find = async (hostname: string, options: { all: true }): Promise<Addresses> => {
    const answer = asked.get(hostname) ?? ask(hostname, options)
    asked.set(hostname, answer)
    const last = lastOf(hostname)
    if (last === undefined) return answer
    let timer: ReturnType<typeof setTimeout> | undefined
    const late = new Promise<Addresses>((use) => {
      timer = setTimeout(use, patience, last)
    })
    // A name that is gone is gone; a service that cannot tell says nothing of it.
    const sound = answer.catch((error) => (error.code === 'EAI_AGAIN' ? last : Promise.reject(error)))
    return Promise.race([sound, late]).finally(() => clearTimeout(timer))
  }

  return (hostname, options, callback) => {
    find(hostname, { ...options, all: true }).then(
      (addresses) => {
        const [first] = addresses
        if (options.all === true) callback(null, [...addresses])
        else callback(null, first?.address ?? '', first?.family)
      },
      (error) => callback(error, ''),
    )
  }
}
