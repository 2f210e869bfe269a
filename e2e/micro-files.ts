import { expect, microPage, type Page } from './fixtures'

/** Files of a build. */
export const html = (body: string) => ({ body, type: 'text/html' })
export const script = (body: string) => ({ body, type: 'text/javascript' })
export const json = (body: unknown) => ({ body: JSON.stringify(body), type: 'application/json' })

/** What the page's script has put into its `<output>`, as JSON. */
export async function told(page: Page): Promise<unknown> {
  const output = microPage(page).locator('output')
  await expect(output).not.toBeEmpty()
  return JSON.parse((await output.textContent()) ?? '')
}

export const heading = (page: Page, name: string) =>
  expect(microPage(page).getByRole('heading', { name, exact: true })).toBeVisible()
