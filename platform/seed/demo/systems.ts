import { systemTypes } from '#contracts/allocation'
import { after, hour } from '#platform/kernel/clock'
import type { Queries } from '#platform/kernel/db/schema'
import { consoleRegistration } from '#platform/seed/console-tree'
import { energyApplication } from './applications.ts'
import type { SeededRandom } from './seeded-random.ts'

/** Where the demo's two sub-applications listen on this machine. */
export interface DemoPorts {
  ems: number
  wms: number
}
export const demoPorts: DemoPorts = { ems: 4101, wms: 4102 }

const { managementPlatform, mobileApp } = systemTypes

/** Systems that the demo only names: nothing listens at their addresses. */
const others = [
  ['crm', '客户关系管理系统', '3.4.1', managementPlatform, true],
  ['scm', '供应链管理系统', '2.8.0', managementPlatform, true],
  ['mes', '生产执行系统', '5.1.2', managementPlatform, true],
  ['qms', '质量管理系统', '1.9.3', managementPlatform, false],
  ['hrm', '人力资源管理系统', '4.0.0', managementPlatform, true],
  ['oa', '协同办公平台', '6.2.5', managementPlatform, true],
  ['fms', '财务管理系统', '3.0.7', managementPlatform, true],
  ['bms', '电池管理系统', '2.2.0', managementPlatform, true],
  ['pcs', '储能变流器监控', '1.4.6', managementPlatform, false],
  ['inspection', '设备巡检 APP', '2.0.3', mobileApp, true],
  ['attendance', '移动考勤 APP', '1.3.0', mobileApp, true],
  ['approval', '移动审批 APP', '1.1.8', mobileApp, false],
  ['dms', 'Document Management', '2.5.1', managementPlatform, true],
  ['cmms', 'Maintenance Planner', '7.0.0', managementPlatform, true],
  ['gis', 'Geographic Information', '3.3.3', managementPlatform, true],
  ['iot', 'Device Connectivity', '1.12.0', managementPlatform, true],
  ['bi', 'Business Intelligence', '4.6.2', managementPlatform, false],
  ['tms', 'Fleet and Transport', '2.1.4', managementPlatform, true],
  ['patrol', 'Field Patrol', '1.0.9', mobileApp, true],
  ['charging', 'Charging Stations', '3.2.0', mobileApp, true],
] as const

/** The one that EAST has added itself: its administrator may change it. The others are super administrators'. */
const ofEast = 'cmms'

/** The registered systems: those that run come last, hence first in lists. */
export async function seedSystems(
  db: Queries,
  now: Date,
  random: SeededRandom,
  east: string,
  ports: DemoPorts = demoPorts,
): Promise<void> {
  const named = others.map(([code, name, version, type, enable], index) => ({
    ...{ code, name, version, type, enable },
    port: type === mobileApp ? null : 8100 + index,
    host_name: `10.20.${1 + (index % 3)}.${10 + index}`,
  }))
  const local = { type: managementPlatform, version: '1.0.0', enable: true, host_name: '127.0.0.1' }
  const running = [
    { ...local, code: 'wms', name: '仓储管理系统', port: ports.wms },
    { ...local, code: energyApplication.code, name: energyApplication.name, port: ports.ems },
    { ...consoleRegistration, port: null, host_name: null },
  ]
  const rows = [...named, ...running].map((system, index, all) => {
    const created = after(now, -(all.length - index) * 24 * hour)
    const made_in = system.code === ofEast ? east : null
    return { ...system, id: random.id(created), made_in, created_time: created }
  })
  await db.insertInto('system_config').values(rows).execute()
}
