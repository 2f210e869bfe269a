import 'server-only'
import dns from 'node:dns'
import { lookupOver } from '#contracts/lookup'

/** The console's: of the platform, and of systems. */
export const lookup = lookupOver(dns.lookup)
