import { checkOpenFiles } from '../../scripts/lib/open-files.mjs'
import { checkPorts } from '../../scripts/lib/ports.mjs'
import { serve } from '../../scripts/lib/serve.mjs'
import { servePlatform } from '../../scripts/lib/serve-platform.mjs'
import { readSettings } from '../../scripts/lib/settings.mjs'
import { requireKnown } from '../../scripts/lib/variables.mjs'
import { noArguments, wordsIn } from './arguments.mjs'
import { check } from './check.mjs'
import { checkConsoleSettings, checkPlatformSettings } from './programs.mjs'
import { version } from './version.mjs'

/** A command of `tools/operate`, which gets the arguments and the environment. */
const operates = (name, says, load) => ({
  says,
  usage: async () => (await load()).usage,
  run: async (args) => (await load())[name](args, process.env),
})

/**
 * What `atrium` can do, in the order of its help. A command gets its arguments, `build` and the settings file that was
 * read, and gives an exit code (0 without one). `faultCode` is for those whose 1 means something else; `usage`, of those that
 * take words, tells them.
 */
export const commands = {
  start: {
    says: 'runs it all; --check says what would run and what is wrong',
    async run(args, { build, envFile }) {
      if (wordsIn('start', args, ['--check']).has('--check')) return check(envFile)
      checkOpenFiles()
      const settings = readSettings()
      requireKnown(envFile)
      if (settings.embedded) await checkPlatformSettings(settings)
      await checkConsoleSettings(settings)
      await checkPorts(settings)
      return serve('start', () => build({ demo: settings.demo }), { envFile })
    },
  },
  platform: {
    says: 'runs the platform alone',
    async run(args, { envFile }) {
      noArguments('platform', args)
      checkOpenFiles()
      requireKnown(envFile)
      await checkPlatformSettings(readSettings({ ...process.env, PLATFORM_URL: '' }))
      return servePlatform({ envFile })
    },
  },
  console: {
    says: 'runs the console alone, over a platform that runs already',
    async run(args, { build, envFile }) {
      noArguments('console', args)
      checkOpenFiles()
      const settings = readSettings()
      requireKnown(envFile)
      await checkConsoleSettings(settings)
      await checkPorts(settings, 'console')
      return serve('start', () => build({ demo: false }), { alone: true, envFile })
    },
  },
  doctor: {
    says: 'says what is wrong with a deployment, and the line to change',
    faultCode: 2,
    usage: async () => (await import('../doctor/options.ts')).usage,
    async run(args) {
      const { doctor } = await import('../doctor/main.ts')
      return doctor(args, process.env)
    },
  },
  conformance: {
    says: 'says where a platform of your own differs from the contract',
    faultCode: 2,
    usage: async () => (await import('../conformance/arguments.ts')).help,
    async run(args) {
      const { main } = await import('../conformance/main.ts')
      return main(args, process.env)
    },
  },
  backup: operates(
    'backup',
    'copies everything stored into a file, while it runs',
    () => import('../operate/backup.ts'),
  ),
  restore: operates('restore', 'puts such a file into an empty place', () => import('../operate/restore.ts')),
  migrate: operates(
    'migrate',
    'moves everything to a PostgreSQL of your own',
    () => import('../operate/migrate.ts'),
  ),
  admin: operates(
    'admin',
    'gives a super administrator a new password, when nobody gets in',
    () => import('../operate/admin.ts'),
  ),
  audit: operates(
    'audit',
    'says whether the operation log is what the platform wrote',
    () => import('../operate/audit.ts'),
  ),
  version: {
    says: 'says which Atrium this is, and what it brings',
    async run(args) {
      noArguments('version', args)
      console.log(version())
    },
  },
}
