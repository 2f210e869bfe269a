import { channel } from 'node:diagnostics_channel'
import type { SignInReason } from '#platform/kernel/db/schema'

/** Told of each sign-in, that it went well or why it was refused; nobody has to listen. */
export const signInChannel = channel('atrium.sign-in')
export type SignInOutcome = 'entered' | SignInReason
