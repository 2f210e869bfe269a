import { expect } from './fixtures'
import { openPage, outsideTest as test } from './outside-fixture'

const accents = { light: 'rgb(37, 95, 207)', dark: 'rgb(50, 106, 217)' }

for (const code of ['vueelement', 'reactantd', 'angularmaterial'] as const) {
  test(`FRAME-9 ${code} follows the console’s look with the lines of the docs`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'light' })
    const frame = await openPage(page, `/${code}/form`, 'Form')
    const button = frame.getByRole('button', { name: 'look' })
    await expect(button).toHaveCSS('background-color', accents.light)
    if (code !== 'angularmaterial') await expect(button).toHaveCSS('font-size', '13px')
    await page.emulateMedia({ colorScheme: 'dark' })
    // Ant Design makes its own dark shade of the accent.
    if (code === 'reactantd') await expect(button).not.toHaveCSS('background-color', accents.light)
    else await expect(button).toHaveCSS('background-color', accents.dark)
  })
}
