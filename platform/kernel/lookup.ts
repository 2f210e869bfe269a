import dns from 'node:dns'
import { lookupOver } from '#contracts/lookup'

/** The platform's: of the database's hosts, and of what sends SMS. */
export const lookup = lookupOver((...asked) => dns.lookup(...asked))
