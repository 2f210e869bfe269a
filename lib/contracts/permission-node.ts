import * as z from 'zod/mini'
import { shownText } from './endpoint.ts'

/**
 * A node of the role dialog's tree: no more than it shows, and checked by as little as can be, because there may be ten
 * thousand of them.
 */
export interface PermissionNode {
  id: string
  name: string
  nameEn?: string | null | undefined
  code?: string | null
  type: number
  children?: PermissionNode[] | null
}
export const permissionNode: z.ZodMiniType<PermissionNode> = z.object({
  id: z.pipe(
    z.union([z.string(), z.number().check(z.refine(Number.isSafeInteger))]),
    z.transform((value: string | number) => String(value)),
  ),
  name: shownText,
  /** Beyond the specification: of a node without one the name stands in English, too. */
  nameEn: z.nullish(z.string()),
  code: z.nullish(z.string()),
  type: z.coerce.number(),
  get children() {
    return z.nullish(z.array(permissionNode))
  },
})
