import { help, readArguments, type Settings } from './arguments.ts'
import { ask, askCaptcha } from './ask.ts'
import { CannotRun } from './cannot-run.ts'
import { asJson, callLine, heading, summary } from './print.ts'
import { lookAt } from './run.ts'

/** The command. Gives its exit code: 0 no difference, 1 differences, 2 could not run. */
export async function main(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  // Whoever reads no further has seen enough.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
  try {
    const settings = readArguments(args, env)
    if (settings === undefined) {
      console.log(help)
      return 0
    }
    return await run(settings)
  } catch (error) {
    if (!(error instanceof CannotRun)) throw error
    console.error(`✖ ${error.message}.\n  ${error.fix}`)
    return 2
  }
}

async function run(settings: Settings): Promise<number> {
  const account =
    settings.account ?? (await ask('Account', 'Give --account: who signs in, best with every right.'))
  const password =
    settings.password ??
    (await ask('Password', 'Set CONFORMANCE_PASSWORD, or give --password: the account’s password.', true))
  const say = (text: string) => {
    if (!settings.json) console.log(text)
  }
  say(heading(settings, account))
  const controller = new AbortController()
  const stop = () => {
    if (!controller.signal.aborted) console.error('\nStopping; what was made is removed first …')
    controller.abort()
  }
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, stop)
  const { captcha } = settings
  const answerCaptcha = captcha === undefined ? askCaptcha : async () => captcha
  const outcome = await lookAt(settings, {
    person: { account, password, answerCaptcha, fixedCaptcha: captcha },
    told: (report) => say(callLine(report)),
    signal: controller.signal,
  })
  console.log(settings.json ? asJson(settings, outcome) : summary(outcome))
  if (outcome.ended !== undefined) return 2
  return outcome.findings.differences.length > 0 ? 1 : 0
}
