/** What the console's discovery learns: it loads the page and reads this from the window, since there is no manifest. */
export const resources = [
  {
    name: '库存',
    type: 2,
    path: '/wms/stock',
    code: 'wms.page.stock',
    description: '物料、库位与数量',
    operations: [{ name: '查询', path: '/wms/stock', code: 'wms.stock.search', method: 'GET' }],
  },
  {
    name: '入库登记',
    type: 2,
    path: '/wms/inbound',
    code: 'wms.page.inbound',
    operations: [{ name: '登记入库', path: '/wms/inbound', code: 'wms.inbound.add', method: 'POST' }],
  },
]

export const report = {
  schema: 'console-resources',
  version: 1,
  system: { code: 'wms', name: '仓储管理系统', appVersion: '1.0.0' },
  resources,
}
