/** Runs once when the console starts. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  const { watchRequests } = await import('#lib/server/request-watch')
  watchRequests()
  const { config } = await import('#lib/server/config')
  config()
}
