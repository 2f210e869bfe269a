import { codes } from '#contracts/envelope'
import { nodeTypes } from '#contracts/menu'
import { spellingsOf } from '#contracts/permission'
import type { Reach } from '#platform/kernel/auth/authority'
import { Refusal, taken } from '#platform/kernel/refusal'
import type { Node } from './record.ts'
import { rolesHolding } from './visible.ts'

/**
 * Codes are unique as permissions: a second spelling of a built-in code would grant what the built-in one does.
 * Throws a Refusal 409.
 */
export async function requireFreeMenuCode({ db }: Reach, code: string, own?: string): Promise<void> {
  const other = await db
    .selectFrom('menu_node')
    .where('code', 'in', spellingsOf(code))
    .$if(own !== undefined, (others) => others.where('id', '!=', own ?? ''))
    .select('id')
    .executeTakeFirst()
  if (other !== undefined) throw taken('code', 'menuCodeTaken')
}

/**
 * What roles hold of an entry is its code: whoever changes it changes what these roles grant, and could so give
 * themselves a right that another entry had before. So does whoever makes a directory, whose code grants nothing, something
 * else. Super administrators may. Throws a Refusal 403.
 */
export async function requireMayRecode(
  { db, person }: Reach,
  node: Node,
  { code, type }: Pick<Node, 'code' | 'type'>,
): Promise<void> {
  const grants = node.type <= nodeTypes.directory && type > nodeTypes.directory
  if (person.superIdentification || (code === node.code && !grants)) return
  if ((await rolesHolding(db, [node.id])) > 0) throw new Refusal(codes.notPermitted, 'grantedCode')
}
