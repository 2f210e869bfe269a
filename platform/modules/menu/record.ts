import type { Selectable } from 'kysely'
import type * as z from 'zod/mini'
import { type menuForm, nodeTypes } from '#contracts/menu'
import type { Schema } from '#platform/kernel/db/schema'
import type { Reference, State } from '#platform/kernel/http/version'

export type Node = Selectable<Schema['menu_node']>

/** What the main menu and the menu page both tell of a node. */
export function rowFields(node: Node) {
  const { id, name, code, path, type, icon, sort, component } = node
  return {
    ...{ id, name, code, path, type, icon, sort, component },
    nameEn: node.name_en,
    systemId: node.app_id,
    linkUrl: node.link_url,
    iFrame: node.i_frame === '1',
    discoverType: node.discover_type,
    insideFlag: node.inside_flag,
  }
}

/**
 * What a type does not have is emptied, so that nothing of a former type stays behind unseen; an English name that is not
 * spoken of stays as it is.
 */
export function formFields(body: z.output<typeof menuForm>, formerNameEn: string | null = null) {
  const { type, name, code, path, sort } = body
  const isLink = 'iFrame' in body && body.iFrame === true
  return {
    ...{ type, name, code, path, sort },
    name_en: body.nameEn === undefined ? formerNameEn : body.nameEn || null,
    description: body.description || null,
    icon: ('icon' in body && body.icon) || null,
    method: 'method' in body ? body.method : null,
    component: 'component' in body ? body.component : null,
    link_url: 'linkUrl' in body ? body.linkUrl : null,
    i_frame: type === nodeTypes.menu ? (isLink ? '1' : '0') : null,
  }
}

/** What the dialog edits; whether an entry is enabled is no part of it. */
export function stateOf(node: ReturnType<typeof formFields> | Node, parent: Reference): State {
  const { type, name, code, path, sort, description, icon, method, component } = node
  return {
    ...{ type, name, code, path, sort, description, icon, method, component },
    nameEn: node.name_en,
    pid: { id: parent.id, name: parent.name },
    linkUrl: node.link_url,
    iFrame: node.i_frame === '1',
  }
}
