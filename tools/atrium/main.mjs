import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import tls from 'node:tls'
import { readEnvFile } from '../../scripts/lib/env-file.mjs'
import { Fault, GivenFault } from '../../scripts/lib/fault.mjs'
import { release, typed } from '../../scripts/lib/paths.mjs'
import { commands } from './commands.mjs'

const helpWords = new Set(['--help', '-h'])

/**
 * Runs `atrium COMMAND …` and gives its exit code: 0 all well, 1 a fault (told), 2 when what it was given is wrong (told):
 * its words, settings, folder or ports.
 * `build` makes what a clone still lacks; an archive lacks nothing.
 */
export async function atrium([name, ...args], { build = async () => {} } = {}) {
  if (name === 'help' && args.length > 0) return atrium([args[0], '--help'])
  if (name === undefined || name === 'help' || helpWords.has(name)) {
    console.log(help())
    return name === undefined ? 2 : 0
  }
  const wanted = name === '--version' ? 'version' : name
  const chosen = Object.hasOwn(commands, wanted) ? commands[wanted] : undefined
  if (chosen === undefined) {
    console.error(`✖ There is no command ${name}. These are there:\n\n${list()}`)
    return 2
  }
  if (args.some((word) => helpWords.has(word))) {
    console.log((await chosen.usage?.()) ?? `${typed(wanted)}: ${chosen.says}`)
    return 0
  }
  try {
    if (args.some((word) => word.trim() === ''))
      throw new GivenFault(`A word behind atrium ${name} is empty: a variable of the shell without a value?`)
    const envFile = readEnvFile(process.env)
    trustMore(envFile)
    requireNodeOptions(envFile)
    return await chosen.run(args, { build, envFile })
  } catch (error) {
    if (chosen.faultCode === undefined) throw error
    console.error(error instanceof Fault ? `\n✖ ${error.message}` : error)
    return chosen.faultCode
  }
}

/** Node reads this setting when it begins, which is before the file of settings was read. */
function trustMore(envFile) {
  if (!envFile?.taken.includes('NODE_EXTRA_CA_CERTS')) return
  const file = envFile.said.NODE_EXTRA_CA_CERTS
  let text
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    throw new GivenFault(`NODE_EXTRA_CA_CERTS=${file} cannot be read (${error.code}).`)
  }
  const more = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
  // Before Node 22.19, whoever runs a clone gives it in the environment.
  tls.setDefaultCACertificates?.([...tls.getCACertificates('default'), ...more])
}

/** So it does with this one, which our programs get: they would not start. */
function requireNodeOptions(envFile) {
  if (!envFile?.taken.includes('NODE_OPTIONS')) return
  const { status, stderr } = spawnSync(process.execPath, ['--version'], { encoding: 'utf8' })
  if (status === 0) return
  throw new GivenFault(
    `NODE_OPTIONS=${envFile.said.NODE_OPTIONS} is refused by Node (${stderr.trim()}). Mend it, or take it out.`,
  )
}

/** Fits a screen of 24 lines and 80 columns. */
export function help() {
  return [
    `Atrium ${release?.version ?? 'from a clone'}`,
    '',
    'atrium COMMAND [options]',
    '',
    list(),
    '',
    'atrium COMMAND --help says what a command takes.',
    'Settings are environment variables: give them, or write them into atrium.env',
    'beside this command or in /etc/atrium. docs/operate/atrium.env explains each.',
    'docs/operate/README.md goes from the download to the upgrade.',
  ].join('\n')
}

const list = () =>
  Object.entries(commands)
    .map(([name, { says }]) => `  ${name.padEnd(12)} ${says}`)
    .join('\n')
