/** Runs once when the console starts. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  const { installServerHooks } = await import('#lib/server/http/server-hooks')
  installServerHooks()
  const [{ installUpgrades }, { isSocketOfSystem, passSocket }] = await Promise.all([
    import('#lib/server/http/upgrades'),
    import('#lib/server/bff/system-sockets'),
  ])
  installUpgrades({ takes: isSocketOfSystem, pass: passSocket })
  const { config } = await import('#lib/server/config')
  config()
}
