import type { MenuNode } from '#contracts/session'
import { describe } from './mask.ts'
import { Skip } from './probe.ts'
import { forgedId, type Reading, tell } from './reading.ts'

/** The signed-in person's menu, which says what they may. Throws a Skip where the console does not ask for it. */
export async function readMenu({ probe, place }: Reading): Promise<MenuNode[] | undefined> {
  if (probe.superAdministrator) {
    throw new Skip(
      'the console has a super administrator’s menu built in: run it with an ordinary account too',
    )
  }
  if (place.systemId === undefined) throw new Skip('the account has no system that can be entered')
  const menu = await probe.success('session.mainMenu', {})
  probe.granted = codesIn(menu ?? [])
  return menu
}

/** Only the menu of their own organization, and told in one line when nothing has changed. */
export async function checkMenu(reading: Reading): Promise<void> {
  const menu = await readMenu(reading)
  if (menu === undefined) return
  const { probe, place } = reading
  if (menu.length === 0)
    tell(probe, 'session.mainMenu', 'data', 'the pages of the system that was entered', 'an empty list')
  const orgId = forgedId
  const business = encodeURIComponent(JSON.stringify({ orgId, orgCode: 'NONE', systemId: place.systemId }))
  const answer = await probe.answer('session.mainMenu', {}, { business })
  const nodes = answer?.envelope?.code === 0 ? answer.envelope.data : undefined
  if (Array.isArray(nodes) && nodes.length > 0) {
    tell(
      probe,
      'session.mainMenu',
      'another organization’s business header',
      'a refusal, or nothing: the menu is that of the person’s roles in the header’s organization',
      describe(nodes),
    )
  }
  const etag = (await probe.answer('session.mainMenu', {}))?.incoming.headers.etag
  const again = etag && (await probe.send('session.mainMenu', {}, { headers: { 'if-none-match': etag } }))
  if (again && again.incoming.status === 304) return
  probe.findings.advise({
    call: 'session.mainMenu',
    at: 'ETag',
    sent: 'GET /sys/system/permission/mainMenu with If-None-Match',
    contract: 'an ETag, and 304 while nothing has changed: the console asks for the menu at every page',
    came: etag ? `HTTP ${again ? again.incoming.status : 'nothing'}` : 'no ETag',
  })
}

function codesIn(nodes: readonly MenuNode[]): string[] {
  return nodes.flatMap((node) => [
    ...(node.code ? [node.code] : []),
    ...(node.btns ?? []),
    ...codesIn(node.children ?? []),
  ])
}
