import { diagnose } from './diagnose.ts'
import { readOptions } from './options.ts'
import { report } from './report.ts'

/**
 * @returns the exit code: 0 when there is no fault, 1 when there is
 * @throws Fault when it cannot look
 */
export async function doctor(args: string[], environment: NodeJS.ProcessEnv): Promise<number> {
  const options = readOptions(args, environment)
  if (!options.json) console.error(`Looking at ${options.url.href} …`)
  const diagnosis = await diagnose(options)
  console.log(options.json ? JSON.stringify(diagnosis, null, 2) : report(diagnosis))
  return diagnosis.findings.some(({ level }) => level === 'fault') ? 1 : 0
}
