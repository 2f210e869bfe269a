import { nodeTypes } from '#contracts/menu'
import type { Queries } from '#platform/kernel/db/schema'

/** Pages of systems that were discovered and that no application has taken yet, each with its operations. */
const pages = [
  [
    'cmms',
    'orders',
    '检修工单',
    [
      ['search', '查询', 'GET'],
      ['add', '新建工单', 'POST'],
      ['close', '关闭工单', 'POST'],
    ],
  ],
  [
    'cmms',
    'spares',
    '备件库存',
    [
      ['search', '查询', 'GET'],
      ['issue', '领用', 'POST'],
    ],
  ],
  ['gis', 'map', '站点地图', [['search', '查询', 'GET']]],
  [
    'gis',
    'zones',
    'Service-zones',
    [
      ['search', '查询', 'GET'],
      ['update', '编辑范围', 'POST'],
    ],
  ],
] as const

export async function seedFreeResources(db: Queries, now: Date, newId: () => string): Promise<void> {
  const rows = pages.flatMap(([system, page, name, operations], at) => {
    const shared = { system_code: system, created_time: now, description: null }
    const path = `/${system}/${page}`
    const id = newId()
    return [
      {
        ...{ ...shared, id, pid: null, type: nodeTypes.menu, method: null, name, path },
        ...{ code: `${system}.page.${page}`, sort: 10 * at + 1 },
      },
      ...operations.map(([action, label, method], place) => ({
        ...{ ...shared, id: newId(), pid: id, type: nodeTypes.button, method, name: label },
        path: action === 'search' ? path : `${path}/${action}`,
        ...{ code: `${system}.${page}.${action}`, sort: 10 * at + 2 + place },
      })),
    ]
  })
  await db.insertInto('pool_resource').values(rows).execute()
}
