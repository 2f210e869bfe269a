/** Ends the browser's current task, so that it can draw and take input before a long piece of work goes on. */
export async function yieldToMain(): Promise<void> {
  if (typeof scheduler !== 'undefined' && 'yield' in scheduler) await scheduler.yield()
  else await new Promise((done) => setTimeout(done))
}
