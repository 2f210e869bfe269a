import { consolePages } from '../lib/console-pages'
import type { Page } from './fixtures'

export const adminPaths = consolePages.map((page) => page.path)
export const documentRefused = /Failed to load resource: the server responded with a status of (403|404)/

export const storageOf = (page: Page): Promise<Record<string, string>> =>
  page.evaluate(() => ({ ...localStorage, ...sessionStorage }))
export const enterHere = (page: Page) => page.getByRole('button', { name: '统一管理平台' }).click()
export const from = (path: string) => new URLSearchParams({ from: path })
