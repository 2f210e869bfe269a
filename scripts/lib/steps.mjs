/** Counted on when the command goes on under another Node. */
export const begun = Number(process.env.ATRIUM_BEGUN) || Date.now()

/** Elapsed seconds since the command began, such as `12.3 s`. */
export const elapsed = (since = begun) => `${((Date.now() - since) / 1000).toFixed(1)} s`

/** Says what is being done, and how long it took; `work` may give a note for the last line. */
export async function step(title, work) {
  const since = Date.now()
  console.log(`• ${title} …`)
  // Without a terminal too: a log that stands still for minutes looks like a hang.
  const timer = setInterval(() => console.log(`  … ${title}, ${elapsed(since)}`), 15_000)
  try {
    const value = await work()
    console.log(`  ${title}: done in ${elapsed(since)}`)
    return value
  } finally {
    clearInterval(timer)
  }
}
