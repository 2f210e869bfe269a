/** Runs once when the console starts. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  const { installServerHooks } = await import('#lib/server/http/server-hooks')
  installServerHooks()
  const { config } = await import('#lib/server/config')
  config()
}
