import { begin, expect, logInByHand, test } from './fixtures'

test('GUARD-10 the home page is an empty placeholder inside the layout', async ({ page, context }) => {
  await begin(context, 'operator')
  await page.goto('/')
  await expect(page).toHaveURL('/home')
  await expect(page.getByRole('main')).toBeVisible()
})

test('LOGIN-4 a super administrator lands on the home page', async ({ page }) => {
  await page.goto('/login')
  await logInByHand(page, 'admin')
  await expect(page).toHaveURL('/home')
})
