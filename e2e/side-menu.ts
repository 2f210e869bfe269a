import { consolePages } from '../lib/console-pages'
import { folders } from '../lib/contracts/resource'
import type { Page } from './fixtures'

export const menu = (page: Page) => page.getByTestId('side-menu')
export const link = (page: Page, name: string) => menu(page).getByRole('link', { name })
/** The folders of the console's own menu, each with the names of its pages. */
export const builtIn = Object.entries(folders).map(([key, folder]) => ({
  name: folder.name['zh-cn'],
  pages: consolePages.filter((page) => page.folder === key).map((page) => page.name['zh-cn']),
}))
