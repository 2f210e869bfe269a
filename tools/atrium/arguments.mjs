import { GivenFault } from '../../scripts/lib/fault.mjs'

/** The words after a command that takes these and no others. */
export function wordsIn(command, args, known) {
  const stranger = args.find((word) => !known.includes(word))
  if (stranger === undefined) return new Set(args)
  const takes = known.length > 0 ? `takes ${known.join(', ')}` : 'takes nothing behind it'
  throw new GivenFault(
    `atrium ${command} does not know ${stranger}; it ${takes}. Settings are environment variables.`,
  )
}

export const noArguments = (command, args) => void wordsIn(command, args, [])
