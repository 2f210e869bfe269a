import type { ThemeCode } from '#contracts/session'

/** A node to seed, with those below it in their order. */
export interface SeedNode {
  code: string
  name: string
  nameEn?: string
  type: 'directory' | 'menu' | 'button'
  path: string
  component?: string
  icon?: string
  method?: 'GET' | 'POST'
  below?: readonly SeedNode[]
}

export interface ApplicationSeed {
  code: string
  name: string
  sort: number
  /** "0": built in, not to be edited or deleted. */
  insideFlag: '0' | '1'
  openMode: '1' | '2'
  /** A PNG. */
  icon: Buffer
  /** How the console looks inside it (specification section 9); the default where there is none. */
  themeCode?: ThemeCode
  appUrlAddress?: string
  below: readonly SeedNode[]
}
