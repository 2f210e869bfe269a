import { readEnvFile } from '../../scripts/lib/env-file.mjs'
import { Fault } from '../../scripts/lib/fault.mjs'
import { release } from '../../scripts/lib/paths.mjs'
import { commands } from './commands.mjs'

const helpWords = new Set(['help', '--help', '-h'])

/**
 * Runs `atrium COMMAND …` and gives its exit code: 0 all well, 1 a fault (told), 2 when what it was given is wrong (told):
 * its words, settings, folder or ports.
 * `build` makes what a clone still lacks; an archive lacks nothing.
 */
export async function atrium([name, ...args], { build = async () => {} } = {}) {
  if (name === undefined || helpWords.has(name)) {
    console.log(help())
    return name === undefined ? 2 : 0
  }
  const wanted = name === '--version' ? 'version' : name
  const chosen = Object.hasOwn(commands, wanted) ? commands[wanted] : undefined
  if (chosen === undefined) {
    console.error(`✖ There is no command ${name}. These are there:\n\n${list()}`)
    return 2
  }
  try {
    const envFile = readEnvFile(process.env)
    return await chosen.run(args, { build, envFile })
  } catch (error) {
    if (chosen.faultCode === undefined) throw error
    console.error(error instanceof Fault ? `\n✖ ${error.message}` : error)
    return chosen.faultCode
  }
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
    'Settings are environment variables: give them, or write them into atrium.env',
    'beside this command or in /etc/atrium. docs/operate/atrium.env explains each.',
    'docs/operate/README.md goes from the download to the upgrade.',
  ].join('\n')
}

const list = () =>
  Object.entries(commands)
    .map(([name, { says }]) => `  ${name.padEnd(12)} ${says}`)
    .join('\n')
