import { codes } from '#contracts/envelope'
import { type ProfileChange, update } from '#contracts/user'
import type { Change } from '#platform/kernel/audit/operation-log'
import type { Queries } from '#platform/kernel/db/schema'
import type { Route, SessionCall } from '#platform/kernel/http/call'
import { handle } from '#platform/kernel/http/handle'
import { countOwnChange } from '#platform/kernel/own-changes'
import { Refusal } from '#platform/kernel/refusal'
import { requireStoredImage } from '#platform/modules/image/stored'
import { changePassword, type Looked, lookAtPasswords } from './password-change.ts'
import { lookAtCode, takeSmsCode } from './sms-code.ts'

type Call = SessionCall<typeof update.params, typeof update.query, typeof update.body>
type OwnAccount = Awaited<ReturnType<typeof lockedOwn>>

/** People change what is their own; no permission is asked for, and the account is that of the session. */
export const profileRoutes: readonly Route[] = [
  handle(
    update,
    async (call) => {
      const own = await lockedOwn(call)
      await countOwnChange(call.db, own.id, call.now)
      const change = await applied(call, own, call.body, call.ahead)
      call.changed({ subject: { id: own.id, name: own.account }, ...change })
    },
    { ahead: lookedAt },
  ),
]

/** What is asked for before a change: the old password, or the code that the new phone got. */
async function lookedAt({
  body,
  person,
  services: { db },
}: Pick<Call, 'body' | 'person' | 'services'>): Promise<Looked | undefined> {
  if ('newPassword' in body) return lookAtPasswords(db, person.id, body)
  return 'phone' in body ? lookAtCode(db, person.id, body.smsCode) : undefined
}

/** Locked, so that a person's changes follow each other. */
async function lockedOwn({ db, person }: Pick<Call, 'db' | 'person'>) {
  const own = await db
    .selectFrom('account')
    .where('id', '=', person.id)
    .select(['id', 'account', 'name', 'phone', 'head_img', 'password_hash'])
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (own === undefined) throw new Refusal(codes.sessionEnded, 'sessionEnded')
  return own
}

async function applied(
  call: Call,
  own: OwnAccount,
  body: ProfileChange,
  looked: Looked | undefined,
): Promise<Change> {
  const { db, now } = call
  if (call.mustChangePassword && !('newPassword' in body)) {
    throw new Refusal(codes.mustChangePassword, 'mustChangePassword')
  }
  if ('headImg' in body) {
    await requireStoredImage(call, 'headImg', body.headImg)
    await put(db, own, { head_img: body.headImg })
    return { before: { headImg: own.head_img }, after: { headImg: body.headImg } }
  }
  if ('nickName' in body) {
    await put(db, own, { name: body.nickName })
    return { before: { nickName: own.name }, after: { nickName: body.nickName } }
  }
  if ('phone' in body) {
    await takeSmsCode(db, own.id, body, now, looked)
    await put(db, own, { phone: body.phone })
    return { before: { phone: own.phone }, after: { phone: body.phone } }
  }
  const password_hash = await changePassword(call, own, body, looked)
  await put(db, own, { password_hash, must_change_password: false })
  // That it changed is told; neither what it was nor what it is.
  return { after: { credential: '******' } }
}

async function put(
  db: Queries,
  { id }: OwnAccount,
  values:
    | { head_img: string }
    | { name: string }
    | { phone: string }
    | { password_hash: string; must_change_password: false },
): Promise<void> {
  await db.updateTable('account').set(values).where('id', '=', id).execute()
}
