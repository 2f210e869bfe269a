import type { ApplicationSprout, Sprout } from '#platform/application-tree'

function button(code: string, name: string): Sprout {
  return { code, name, type: 'button', method: code.endsWith('search') ? 'GET' : 'POST' }
}

export const energyApplication: ApplicationSprout = {
  code: 'ems',
  name: '能源管理系统',
  sort: 2,
  insideFlag: '1',
  openMode: '1',
  themeCode: '10',
  below: [
    {
      code: 'ems.operation',
      name: '运行监控',
      type: 'directory',
      icon: 'monitor',
      below: [
        {
          code: 'ems.page.stations',
          name: '电站列表',
          type: 'page',
          path: '/ems/stations',
          icon: 'station',
          below: [button('ems.stations.search', '查询'), button('ems.stations.dispatch', '下发指令')],
        },
        {
          code: 'ems.page.alarms',
          name: '告警中心',
          type: 'page',
          path: '/ems/alarms',
          icon: 'alarm',
          below: [button('ems.alarms.search', '查询'), button('ems.alarms.handle', '处理告警')],
        },
      ],
    },
  ],
}

/** Opens in a window of its own (openMode 2, specification section 2.4). */
export const reportApplication: ApplicationSprout = {
  code: 'report',
  name: '报表中心',
  sort: 3,
  insideFlag: '1',
  openMode: '2',
  themeCode: '11',
  appUrlAddress: 'https://example.com/report',
  below: [
    {
      code: 'report.analysis',
      name: '经营分析',
      type: 'directory',
      icon: 'chart',
      below: [
        {
          code: 'report.page.overview',
          name: '经营报表',
          type: 'page',
          path: '/report/overview',
          icon: 'report',
          below: [button('report.overview.search', '查询'), button('report.overview.export', '导出')],
        },
      ],
    },
  ],
}
