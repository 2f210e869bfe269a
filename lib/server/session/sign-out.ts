import 'server-only'
import { setTimeout as wait } from 'node:timers/promises'
import { signOut } from '#contracts/session'
import { pickHeaders } from '#lib/server/http/headers'
import { platform } from '#lib/server/http/platform'
import type { Caller } from '#lib/server/http/upstream-headers'
import { type EndedSession, ended, rememberEnded } from './ended-sessions'
import { endOf, type Session } from './session'

/** Milliseconds that the platform has to hear a sign-out, while the person waits. */
const patience = 2000
/** Milliseconds between two tries that nobody waits for. */
const firstPause = 1000
const longestPause = 60_000
/** Milliseconds that further requests wait where the platform let the first one wait in vain. */
const shortPatience = 300

/**
 * Ends a session: here at once, whoever has a copy of its cookie, and at the platform, which is told until it has heard
 * or the session is over by itself.
 * @returns whether the platform has heard
 */
export function endAtPlatform(session: Session, { locale, headers }: Caller): Promise<boolean> {
  const caller = { session, locale, headers: originOf(headers) }
  const hears = async () => {
    const answer = await platform(signOut, {}, caller, { timeout: patience })
    // A session that is over already needs no end; any other refusal leaves it alive.
    return answer.ok || answer.failure.kind === 'ended'
  }
  const entry = rememberEnded(session.token, { hears, until: endOf(session) })
  const telling = tell(session.token, entry)
  return entry.isSlow ? Promise.race([telling, wait(shortPatience, false, { ref: false })]) : telling
}

/** What the platform's log takes from a request; the rest of it is not kept. */
function originOf(headers: Headers): Headers {
  const kept = Object.entries(pickHeaders(headers, ['user-agent', 'x-forwarded-for']))
  return new Headers(kept.map(([name, value]) => [name, value.slice(0, 1000)]))
}

function tell(token: string, entry: EndedSession): Promise<boolean> {
  entry.telling ??= ask(token, entry).finally(() => {
    entry.telling = undefined
  })
  return entry.telling
}

async function ask(token: string, entry: EndedSession): Promise<boolean> {
  const began = performance.now()
  const hasHeard = await entry.hears()
  ended.sessions.delete(token)
  if (hasHeard) return true
  entry.isSlow = performance.now() - began > shortPatience
  // To the end of the line: one that is always refused must not stand before the others.
  ended.sessions.set(token, entry)
  ended.timer ??= later(firstPause)
  return false
}

function later(pause: number): NodeJS.Timeout {
  ended.pause = pause
  return setTimeout(tellAgain, pause).unref()
}

/** One after the other, until the first that the platform does not hear: it is most likely away for all of them. */
async function tellAgain(): Promise<void> {
  let hasHeard = true
  for (const [token, entry] of [...ended.sessions]) {
    if (entry.until <= Date.now()) ended.sessions.delete(token)
    else if (hasHeard) hasHeard = await tell(token, entry)
  }
  ended.timer =
    ended.sessions.size === 0
      ? undefined
      : later(hasHeard ? firstPause : Math.min(ended.pause * 2, longestPause))
}
