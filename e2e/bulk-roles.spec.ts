import { expectAccessible, expectContrast } from './axe'
import { expect, test } from './fixtures'
import { runOver } from './lists'
import { addAccounts, beginPerson } from './people'

test.describe('in English', () => {
  test.use({ as: 'admin', language: 'en', contextOptions: { reducedMotion: 'reduce' } })

  test('EDGE-11 A11Y-1 many get a role of one organization; the log leads from one entry to all of them @long', async ({
    page,
    context,
    admin,
  }) => {
    // Whose entries nobody else's are among.
    const me = await beginPerson(context, admin, { EAST: 'manager' })
    const prefix = await addAccounts(context, 2)
    await page.goto(`/account/index?account=${prefix}`)
    await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check()
    const chosen = page.getByRole('toolbar', { name: 'Selected rows' })
    await expect(chosen.getByRole('button', { name: 'More' })).toBeVisible()
    await expectAccessible(page, 'chosen rows')
    await expectContrast(page, 'chosen rows')
    await chosen.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Add role' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add a role to 2 rows' })
    await expect(dialog.getByRole('combobox').first()).toBeVisible()
    await expectAccessible(page, 'what is chosen for them')
    await dialog.getByLabel('Organization').first().selectOption({ label: '华东储能' })
    await dialog.getByRole('combobox', { name: /^Role/ }).selectOption({ label: '只读查看' })
    await dialog.getByRole('button', { name: 'Add role' }).click()
    await runOver(page, 'All 2 rows done')
    await page.goto(`/operation/index?menuName=account&opType=roles&userName=${me.account}`)
    await page.locator('tbody [data-row-link]').first().click()
    await page.getByRole('link', { name: 'Show all its entries' }).click()
    await expect(page).toHaveURL(/\?bulkId=/)
    await expect(page.locator('tbody').getByRole('row')).toHaveCount(2)
  })
})
