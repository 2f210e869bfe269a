import { codes } from '#contracts/envelope'
import { permissionKey } from '#contracts/permission'
import { isDuplicate } from '#platform/db/failures'
import { Refusal } from '#platform/http/refusal'
import type { Node } from './tree-of.ts'
import { type Reach, rolesHolding } from './visible.ts'

/**
 * Codes are unique as permissions: with and without `uia.` they mean the same (specification section 6), so that a
 * second spelling of a built-in code would grant what the built-in one does. Throws a Refusal 409.
 */
export async function requireFreeCode({ db }: Reach, code: string, own?: string): Promise<void> {
  const key = permissionKey(code)
  const taken = await db
    .selectFrom('menu_node')
    .where('code', 'in', [code, key, `uia.${key}`])
    .$if(own !== undefined, (others) => others.where('id', '!=', own ?? ''))
    .select('id')
    .executeTakeFirst()
  if (taken !== undefined) throw codeTaken()
}

/**
 * What roles hold of an entry is its code: whoever changes it changes what these roles grant, and could so give
 * themselves a right that another entry had before. Super administrators may. Throws a Refusal 403.
 */
export async function requireMayRecode({ db, person }: Reach, node: Node, code: string): Promise<void> {
  if (person.superIdentification || code === node.code) return
  if ((await rolesHolding(db, [node.id])) > 0) throw new Refusal(codes.notPermitted, 'grantedCode')
}

/** Two at once: the second meets the index. */
export async function unlessTaken(statement: Promise<unknown>): Promise<void> {
  try {
    await statement
  } catch (error) {
    throw isDuplicate(error, 'menu_node_code_key') ? codeTaken() : error
  }
}

function codeTaken(): Refusal {
  return new Refusal(codes.conflict, 'menuCodeTaken', {
    fields: [{ field: 'code', message: 'menuCodeTaken' }],
  })
}
