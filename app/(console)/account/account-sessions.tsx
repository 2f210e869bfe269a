'use client'

import { MonitorSmartphone } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useCallback } from 'react'
import { LoadedRows, useRowActs } from '#components/form/loaded-rows'
import { TimeAgo } from '#components/form/time-ago'
import { Badge } from '#components/ui/badge'
import { Button } from '#components/ui/button'
import { Dialog } from '#components/ui/dialog'
import { DialogFoot } from '#components/ui/dialog-foot'
import { toast } from '#components/ui/toast'
import { type AccountSession, endSessions, sessions } from '#contracts/account'
import { agentName } from '#lib/agent-name'
import { api } from '#lib/api'

interface Props {
  id: string
  name: string
  /** Whether the person may end them; an account of others is only looked at. */
  mayEnd: boolean
  onClose: () => void
}

const everywhere = 'everywhere'

/** Where somebody is signed in, and ending that, here or everywhere (DAY-4). Who is signed out need only sign in again: nothing is asked. */
export function AccountSessions({ id, name, mayEnd, onClose }: Props) {
  const t = useTranslations('account')
  const common = useTranslations('common')
  const read = useCallback(() => api(sessions, { query: { userId: id } }), [id])
  const { loaded, list, again, acting, act } = useRowActs(read)
  const end = (what: string) =>
    act(what, async () => {
      const sessionId = what === everywhere ? undefined : what
      const { ended } = await api(endSessions, { body: { userId: id, sessionId } })
      toast.success(t('sessionsEnded', { count: ended }), { subject: name })
    })
  const rows = loaded.state === 'ready' ? loaded.value : []
  const others = rows.filter(({ own }) => !own)
  return (
    <Dialog title={t('sessionsTitle', { name })} closeLabel={common('close')} onClose={onClose}>
      <LoadedRows label={t('sessions')} empty={t('noSessions', { name })} {...{ loaded, rows, list, again }}>
        {(session) => (
          <>
            <SessionFacts session={session} />
            {mayEnd && !session.own && (
              <Button
                size="control"
                aria-label={t('endSessionRow', { name: placeOf(session) })}
                busy={acting === session.id}
                disabled={acting !== undefined}
                onClick={() => end(session.id)}
              >
                {t('endSession')}
              </Button>
            )}
          </>
        )}
      </LoadedRows>
      <DialogFoot>
        <Button onClick={onClose}>{common('close')}</Button>
        {mayEnd && others.length > 0 && (
          <Button
            look="danger"
            busy={acting === everywhere}
            disabled={acting !== undefined}
            onClick={() => end(everywhere)}
          >
            {t('endSessions')}
          </Button>
        )}
      </DialogFoot>
    </Dialog>
  )
}

/** What tells one from another for those who do not see the row. */
function placeOf({ agent, ip }: AccountSession): string {
  return [agentName(agent), ip].filter(Boolean).join(' · ')
}

function SessionFacts({ session }: { session: AccountSession }) {
  const t = useTranslations('account')
  const { agent, ip, loginTime, lastSeen, own } = session
  return (
    <>
      <MonitorSmartphone aria-hidden className="size-4 shrink-0 text-faint" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 text-md">
          <span title={agent ?? undefined}>{agentName(agent) ?? t('unknownBrowser')}</span>
          {ip && <span className="font-mono text-base text-soft">{ip}</span>}
          {own && <Badge look="success">{t('thisSession')}</Badge>}
        </p>
        <p className="text-base text-faint">
          {t.rich('sessionTimes', {
            login: () => <TimeAgo time={loginTime} />,
            seen: () => <TimeAgo time={lastSeen} />,
          })}
        </p>
      </div>
    </>
  )
}
