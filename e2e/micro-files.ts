import { expect, microPage, type Page } from './fixtures'

/** Files of a build. */
export const html = (body: string) => ({ body, type: 'text/html' })
export const script = (body: string) => ({ body, type: 'text/javascript' })
export const json = (body: unknown) => ({ body: JSON.stringify(body), type: 'application/json' })

export const heading = (page: Page, name: string) =>
  expect(microPage(page).getByRole('heading', { name, exact: true })).toBeVisible()
