import { json, test } from './fake-platform'
import { expect } from './fixtures'
import { png } from './pictures'

test('LOGIN-1 LOGIN-5 a captcha called image/jpg shows, and one that is refused with HTTP 200 is told, and asked for anew', async ({
  page,
  platform,
}) => {
  const { buffer } = png()
  const picture = page.locator('form img')
  const draws = () =>
    picture.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth))
  platform.answers.set('/authorization/captcha', json({ code: 500, msg: 'no', data: null }))
  await page.goto('/login')
  const again = page.getByRole('button', { name: '图片未加载，点击重试' })
  await expect(again).toBeVisible()
  await expect(picture).toHaveCount(0)
  platform.answers.set('/authorization/captcha', (_request, response) => {
    response.writeHead(200, { 'content-type': 'image/jpg' })
    response.end(buffer)
  })
  const drawn = page.waitForResponse('**/captcha?*')
  await again.click()
  expect((await drawn).headers()['content-type']).toBe('image/jpeg')
  await expect(picture).toBeVisible()
  expect(await draws()).toBeGreaterThan(0)
})
