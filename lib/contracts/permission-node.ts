import * as z from 'zod/mini'

type Plain<Value> = z.ZodMiniType<Value, Value>

/**
 * A node of the role dialog's tree: no more than it shows, and checked without transforms, because there may be ten
 * thousand of them.
 */
export interface PermissionNode {
  id: string
  name: string
  code?: string | null
  type: number
  children?: PermissionNode[] | null
}
export const permissionNode: Plain<PermissionNode> = z.object({
  id: z.coerce.string() as unknown as Plain<string>,
  name: z.string(),
  code: z.nullish(z.string()),
  type: z.coerce.number() as unknown as Plain<number>,
  get children() {
    return z.nullish(z.array(permissionNode))
  },
})
