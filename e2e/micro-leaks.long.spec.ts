import { enter, expect, signIn, test, microPage as view } from './fixtures'

test('MICRO-6 opening and closing again and again leaves no frames and no memory to speak of', async ({
  page,
  context,
}) => {
  await signIn(context, 'operator')
  await enter(context, 'EAST', 'ems')
  await page.goto('/home')
  const browser = await context.newCDPSession(page)
  const held = async () => {
    await browser.send('HeapProfiler.collectGarbage')
    const { documents, nodes } = await browser.send('Memory.getDOMCounters')
    const { usedSize } = await browser.send('Runtime.getHeapUsage')
    return { documents, nodes, usedSize }
  }
  let before = await held()
  for (let round = 0; round < 50; round += 1) {
    // What loads once has come by then.
    if (round === 10) before = await held()
    await page.getByTestId('side-menu').getByRole('link', { name: '电站列表' }).click()
    await expect(view(page).getByRole('table')).toBeVisible()
    await page
      .getByRole('navigation', { name: '已打开的页面' })
      .getByRole('button', { name: '关闭电站列表' })
      .click()
    await expect(page).toHaveURL('/home')
  }
  await expect.poll(() => page.locator('iframe, wujie-app').count()).toBe(0)
  // What was closed last may be held for a moment.
  await expect(async () => {
    const after = await held()
    expect(after.documents).toBeLessThanOrEqual(before.documents)
    expect(after.nodes).toBeLessThan(before.nodes * 1.2)
    expect(after.usedSize).toBeLessThan(before.usedSize * 1.2)
  }).toPass({ timeout: 20_000 })
})
