import type { Page } from './fixtures'
import { searchChoice as choice, searchField as field, searchButton } from './lists'
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
