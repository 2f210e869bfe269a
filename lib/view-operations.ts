import type { CollectedResource, ResourceRow } from '#contracts/assets'
import { limits } from '#contracts/limits'

/**
 * A role holds operations, and a page comes along with what it holds of it (specification section 4): a page without any
 * could be given to nobody. An operation "view" of its own mends that.
 */

const view = '.view'

function codeOf(page: CollectedResource): string {
  return page.code + view
}

/** The pages, at any level, that no role could be given and that a "view" operation would mend. */
export function barePages(resources: readonly CollectedResource[]): CollectedResource[] {
  return resources.flatMap((resource) => [
    ...(isBare(resource) ? [resource] : []),
    ...barePages(resource.children ?? []),
  ])
}

function isBare(resource: CollectedResource): boolean {
  const { type, operations, children } = resource
  const hasOperation = (operations?.length ?? 0) > 0 || children?.some((child) => child.type === 3)
  return type === 2 && !hasOperation && codeOf(resource).length <= limits.menuCode
}

/** The same resources, with an operation "view" below each of these pages. */
export function withViews(
  resources: readonly CollectedResource[],
  codes: ReadonlySet<string>,
  name: string,
): CollectedResource[] {
  return resources.map((resource) => {
    const { path, children } = resource
    const operations = codes.has(resource.code)
      ? [{ name, path, code: codeOf(resource), method: 'GET' as const }]
      : resource.operations
    return { ...resource, operations, children: children && withViews(children, codes, name) }
  })
}

/** Those of the pages that were given one before: they keep it. */
export function viewedBefore(
  pages: readonly CollectedResource[],
  stored: readonly ResourceRow[],
): ReadonlySet<string> {
  const known = new Set(stored.map(({ code }) => code))
  return new Set(pages.filter((page) => known.has(codeOf(page))).map(({ code }) => code))
}
