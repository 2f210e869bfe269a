/** Watches from now on; gives how to ask for the milliseconds of the page's longest task, 0 where none took 50. */
export async function watchTasks(page) {
  await page.evaluate(() => {
    globalThis.longest = 0
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries())
        globalThis.longest = Math.max(globalThis.longest, duration)
    }).observe({ type: 'longtask' })
  })
  return () => page.evaluate(() => globalThis.longest)
}
