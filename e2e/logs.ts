import { expect, type Page } from './fixtures'
import { searchChoice as choice, searchField as field, searchBar, searchButton } from './lists'
import { codesOf } from './records'

const actions = ['search', 'detail', 'add', 'update', 'delete', 'updateEnable']
export const manage = [...codesOf('account', ...actions), ...codesOf('department', ...actions)]
export const second = /^\d{4}\/\d{2}\/\d{2} \d{2}:\d{2}:\d{2}$/

/** Fills some fields and choices of the search, by their labels, and sends it. */
export async function search(
  page: Page,
  fields: Record<string, string>,
  choices: Record<string, string> = {},
) {
  for (const [label, text] of Object.entries(fields)) await field(page, label).fill(text)
  for (const [label, option] of Object.entries(choices)) await choice(page, label).selectOption(option)
  await searchButton(page).click()
}

/** Opens the fields of the range of time, where they are folded away. */
export async function openRange(page: Page): Promise<void> {
  if (await field(page, '开始时间').isVisible()) return
  await expect(async () => {
    await searchBar(page).getByRole('button', { name: '创建时间' }).first().click()
    await expect(field(page, '开始时间')).toBeVisible({ timeout: 500 })
  }).toPass()
}

/** The minute on the clocks of a time zone, as a field for it holds it. */
export function localMinute(instant: number, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  return parts.format(instant).replace(' ', 'T')
}
