/** Types that travel as numbers (specification sections 3, 9), by what the texts of their resource call them. */

export const nodeTypes = { application: 0, directory: 1, menu: 2, button: 3, component: 4 } as const
export type NodeType = (typeof nodeTypes)[keyof typeof nodeTypes]

export const systemTypes = { managementPlatform: 0, mobileApp: 1 } as const
