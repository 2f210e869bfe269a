import { parseArgs } from 'node:util'
import { durations } from '#contracts/limits'
import { endpoints } from '#contracts/registry'
import { typed } from '../../scripts/lib/paths.mjs'
import { CannotRun } from './cannot-run.ts'

/** What a run is asked to do. Without `account` or `password` a terminal is asked, and so for a captcha without `captcha`. */
export interface Settings {
  /** The platform's address; a path in it stands before that of each call. */
  url: URL
  clientId: string
  clientSecret: string
  account: string | undefined
  password: string | undefined
  /** The one answer of every captcha, where the platform has such a setting for tests. */
  captcha: string | undefined
  /** Codes; the first that can be entered where there is none. */
  organization: string | undefined
  system: string | undefined
  /** Whether calls that change something may be made. */
  write: boolean
  json: boolean
  /** The groups to look at; all where there is none. */
  only: readonly string[]
  /** Milliseconds a call may take. */
  timeout: number
}

/** The groups that `--only` takes: the first words of the calls' names, and `general`. */
export const groups = ['general', ...new Set(Object.keys(endpoints).map((name) => name.split('.')[0] ?? ''))]

export const help = `${typed('conformance')} URL [options]

Makes the console's calls on a platform and lists where its answers differ from the contract.
Nothing but sign-in and sign-out changes anything there, unless --write allows it.

  --client-id ID            basic client credentials (or PLATFORM_CLIENT_ID)
  --client-secret SECRET    (or PLATFORM_CLIENT_SECRET, which no list of processes shows)
  --account NAME            who signs in; give one with every right (asked on a terminal)
  --password TEXT           (or CONFORMANCE_PASSWORD; asked on a terminal)
  --captcha ANSWER          for a platform with a fixed answer; else the picture is saved and its answer asked
  --organization CODE       the organization and system to work in (the first that can be entered)
  --system CODE
  --write                   also adds, edits, switches and deletes records of its own, named conformance-…
  --only GROUP              looks at one group, may be repeated: ${groups.join(', ')}
  --timeout SECONDS         for one call (${durations.request / 1000}, as the console)
  --json                    the outcome as JSON on standard output
  --help

Exit code: 0 no difference, 1 differences, 2 could not run (the message says what to do).
`

/** Reads the command line. Gives nothing when help is asked for. Throws a CannotRun that says what to give. */
export function readArguments(args: readonly string[], env: NodeJS.ProcessEnv): Settings | undefined {
  const { values, positionals } = parsed(args)
  if (values.help) return undefined
  const [address, ...others] = positionals
  if (address === undefined) throw new CannotRun('The platform’s address is missing', usage)
  if (others.length > 0)
    throw new CannotRun(`Only one address can be looked at, and ${others[0]} is more`, usage)
  const unknown = (values.only ?? []).find((group) => !groups.includes(group))
  if (unknown !== undefined) {
    throw new CannotRun(`There is no group ${unknown}`, `Give --only one of ${groups.join(', ')}.`)
  }
  const seconds = Number(values.timeout ?? durations.request / 1000)
  if (!(seconds > 0)) throw new CannotRun('--timeout is no time', 'Give it seconds, such as 10.')
  return {
    url: addressOf(address),
    clientId: needed(values['client-id'] ?? env.PLATFORM_CLIENT_ID, '--client-id', 'PLATFORM_CLIENT_ID'),
    clientSecret: needed(
      // Of several, the console says the first.
      values['client-secret'] ?? env.PLATFORM_CLIENT_SECRET?.split(',')[0]?.trim(),
      '--client-secret',
      'PLATFORM_CLIENT_SECRET',
    ),
    account: values.account,
    password: values.password ?? (env.CONFORMANCE_PASSWORD || undefined),
    captcha: values.captcha,
    organization: values.organization,
    system: values.system,
    write: values.write === true,
    json: values.json === true,
    only: values.only ?? [],
    timeout: seconds * 1000,
  }
}

const usage = `Give it: ${typed('conformance')} https://platform.example.com (--help lists the rest).`

function parsed(args: readonly string[]) {
  const text = { type: 'string' } as const
  const flag = { type: 'boolean' } as const
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        'client-id': text,
        'client-secret': text,
        account: text,
        password: text,
        captcha: text,
        organization: text,
        system: text,
        write: flag,
        json: flag,
        only: { type: 'string', multiple: true },
        timeout: text,
        help: flag,
      },
    })
  } catch (error) {
    throw new CannotRun(error instanceof Error ? error.message : String(error), '--help lists the options.')
  }
}

function addressOf(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.protocol === 'http:' || url?.protocol === 'https:') {
    url.search = ''
    url.hash = ''
    return url
  }
  throw new CannotRun(
    `${text} is no address of a platform`,
    'Give it with its scheme, such as https://platform.example.com.',
  )
}

function needed(value: string | undefined, option: string, variable: string): string {
  if (value) return value
  throw new CannotRun(
    `${option} is missing`,
    `Give ${option}, or set ${variable}: the basic client credentials that the console will have.`,
  )
}
