/** What the console is called as a system, until somebody calls it otherwise. */
export const consoleName = { 'zh-cn': '统一管理平台', en: 'Administration' } as const
