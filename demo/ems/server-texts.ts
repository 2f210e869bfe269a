import type { Locale, Said } from '../server/refusal.ts'

export const sites: readonly [Said, ...Said[]] = [
  { 'zh-cn': '滨江工业园储能站', en: 'Riverside Industrial Park' },
  { 'zh-cn': '临港一期储能站', en: 'Lingang Phase I' },
  { 'zh-cn': '临港二期储能站', en: 'Lingang Phase II' },
  { 'zh-cn': '太湖科技城储能站', en: 'Taihu Science City' },
  { 'zh-cn': '北仑港区储能站', en: 'Beilun Harbour' },
  { 'zh-cn': '钱塘数据中心储能站', en: 'Qiantang Data Centre' },
  { 'zh-cn': '栖霞变电站侧储能', en: 'Qixia Substation' },
  { 'zh-cn': '高新区光储充站', en: 'High-tech Zone Solar and Charging' },
  { 'zh-cn': '滨海风电配套储能', en: 'Coastal Wind Storage' },
  { 'zh-cn': '空港物流园储能站', en: 'Airport Logistics Park' },
  { 'zh-cn': '南湖商业中心储能站', en: 'South Lake Commercial Centre' },
  { 'zh-cn': '大学城微网', en: 'University Town Microgrid' },
  { 'zh-cn': '青山化工园储能站', en: 'Qingshan Chemical Park' },
  { 'zh-cn': '石梁水电配套储能', en: 'Shiliang Hydro Storage' },
]

export const troubles: readonly [Said, ...Said[]] = [
  { 'zh-cn': '电池簇温度过高', en: 'Battery rack temperature too high' },
  { 'zh-cn': '单体电压偏差超限', en: 'Cell voltage deviation beyond limit' },
  { 'zh-cn': 'PCS 通讯中断', en: 'Communication with the converter lost' },
  { 'zh-cn': '绝缘电阻偏低', en: 'Insulation resistance low' },
  { 'zh-cn': '液冷机组流量不足', en: 'Coolant flow too low' },
  { 'zh-cn': '并网点电压越限', en: 'Grid connection voltage out of range' },
  { 'zh-cn': '消防主机自检失败', en: 'Fire panel self-test failed' },
  { 'zh-cn': '舱门未关闭', en: 'Container door open' },
]

export const refused = {
  searchLength: { 'zh-cn': '最多 50 个字符', en: 'At most 50 characters' },
  mode: { 'zh-cn': '请选择充电、放电或待机', en: 'Choose charge, discharge or standby' },
  power: { 'zh-cn': '请输入大于 0 的整数功率', en: 'Enter a power above 0, in whole kilowatts' },
  beyondCapacity: { 'zh-cn': '超过电站额定功率', en: 'More than the station can take or give' },
  notReachable: {
    'zh-cn': '电站离线或故障，无法下发指令',
    en: 'The station is offline or faulty and takes no orders',
  },
  noteRequired: { 'zh-cn': '请填写处理说明', en: 'Say what was done' },
  noteLength: { 'zh-cn': '处理说明最多 200 个字符', en: 'At most 200 characters' },
  page: { 'zh-cn': '页码或每页条数有误', en: 'No such page or page size' },
  choice: { 'zh-cn': '筛选条件有误', en: 'No such filter' },
  handledAlready: { 'zh-cn': '该告警已被处理', en: 'The alarm has been handled already' },
} satisfies Record<string, Said>

export const wall: Record<
  Locale,
  Record<'title' | 'power' | 'stations' | 'energy' | 'alarms' | 'note', string>
> = {
  'zh-cn': {
    title: '能源管理 · 运行大屏',
    power: '总功率 (MW)',
    stations: '在线电站',
    energy: '今日放电量 (MWh)',
    alarms: '未处理告警',
    note: '演示数据，每 30 秒刷新',
  },
  en: {
    title: 'Energy management · Wall',
    power: 'Power (MW)',
    stations: 'Stations online',
    energy: 'Discharged today (MWh)',
    alarms: 'Open alarms',
    note: 'Demonstration data, renewed every 30 seconds',
  },
}
