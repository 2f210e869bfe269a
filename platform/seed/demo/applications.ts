import { readFileSync } from 'node:fs'
import type { ApplicationSeed, SeedNode } from '#platform/seed/seed-node'

function button(code: string, name: string, path: string): SeedNode {
  return { code, name, type: 'button', method: code.endsWith('search') ? 'GET' : 'POST', path }
}

function picture(name: string): Buffer {
  return readFileSync(new URL(`pictures/${name}.png`, import.meta.url))
}

export const energyApplication: ApplicationSeed = {
  code: 'ems',
  name: '能源管理系统',
  sort: 2,
  insideFlag: '1',
  openMode: '1',
  icon: picture('energy'),
  themeCode: '10',
  below: [
    {
      code: 'ems.operation',
      name: '运行监控',
      nameEn: 'Operation',
      type: 'directory',
      path: '/ems/operation',
      icon: 'monitor',
      below: [
        {
          code: 'ems.page.stations',
          name: '电站列表',
          nameEn: 'Stations',
          type: 'menu',
          path: '/ems/stations',
          component: 'ems/stations',
          icon: 'station',
          below: [
            button('ems.stations.search', '查询', '/ems/stations'),
            button('ems.stations.dispatch', '下发指令', '/ems/stations/{id}/dispatch'),
          ],
        },
        {
          code: 'ems.page.alarms',
          name: '告警中心',
          nameEn: 'Alarms',
          type: 'menu',
          path: '/ems/alarms',
          component: 'ems/alarms',
          icon: 'alarm',
          below: [
            button('ems.alarms.search', '查询', '/ems/alarms'),
            button('ems.alarms.handle', '处理告警', '/ems/alarms/{id}/handle'),
          ],
        },
      ],
    },
  ],
}

/** Opens in a window of its own (openMode 2, specification section 2.4). */
export const reportApplication: ApplicationSeed = {
  code: 'report',
  name: '报表中心',
  sort: 3,
  insideFlag: '1',
  openMode: '2',
  icon: picture('report'),
  themeCode: '11',
  appUrlAddress: 'https://example.com/report',
  below: [
    {
      code: 'report.analysis',
      name: '经营分析',
      nameEn: 'Business analysis',
      type: 'directory',
      path: '/report/analysis',
      icon: 'chart',
      below: [
        {
          code: 'report.page.overview',
          name: '经营报表',
          nameEn: 'Business reports',
          type: 'menu',
          path: '/report/overview',
          component: 'report/overview',
          icon: 'report',
          below: [
            button('report.overview.search', '查询', '/report/overview'),
            button('report.overview.export', '导出', '/report/overview/export'),
          ],
        },
      ],
    },
  ],
}
