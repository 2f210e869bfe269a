import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const tsc = join(root, 'node_modules/typescript/bin/tsc')
let project = ''

/** A project of another team, with the package installed as `npm pack` makes it. */
beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), 'atrium-client-'))
  const installed = join(project, 'node_modules/@atrium/client')
  mkdirSync(installed, { recursive: true })
  run(['-p', join(root, 'packages/client'), '--outDir', join(installed, 'dist')])
  cpSync(join(root, 'packages/client/package.json'), join(installed, 'package.json'))
  writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'other', type: 'module' }))
  writeFileSync(join(project, 'main.ts'), page)
})
afterAll(() => rmSync(project, { recursive: true }))

const page = `import { connect, run, unreachable, type Answer, type Resource } from '@atrium/client'
interface Alarm { id: string }
const resources: Resource[] = [{ name: 'Alarms', type: 2, path: '/ems/alarms', code: 'ems.page.alarms' }]
run(() => {
  const client = connect('ems', { orgCode: 'EAST' })
  if (client.props.mode === 'collect') client.report({ name: 'EMS', appVersion: '1' }, resources)
  const off = client.on('context:update', ({ locale }) => document.documentElement.lang = locale ?? 'en')
  const shown = async (): Promise<Answer<Alarm[] | undefined>> => client.call<Alarm[]>('/alarms', { query: { page: 1 } })
  void shown().then(({ code, data }) => client.title(code === unreachable ? '' : String(data?.length)))
  client.unsaved(false)
  client.ready()
  return () => { off(); client.close() }
})
`

function run(args: string[]): void {
  try {
    execFileSync(process.execPath, [tsc, ...args], { encoding: 'utf8', cwd: project })
  } catch (error) {
    throw new Error(String((error as { stdout?: string }).stdout))
  }
}

const strict = {
  strict: true,
  noEmit: true,
  skipLibCheck: false,
  types: [],
  lib: ['DOM', 'DOM.Iterable', 'ES2020'],
}
const bundled = { ...strict, target: 'ES2020', module: 'esnext', moduleResolution: 'bundler' }

/** As the frameworks' own starters have them. */
test.each(
  Object.entries({
    Vue: {
      ...bundled,
      ...{
        noImplicitThis: true,
        verbatimModuleSyntax: true,
        noUncheckedIndexedAccess: true,
        isolatedModules: true,
      },
    },
    React: {
      ...bundled,
      ...{
        verbatimModuleSyntax: true,
        moduleDetection: 'force',
        allowImportingTsExtensions: true,
        jsx: 'react-jsx',
      },
      ...{ noUnusedLocals: true, noUnusedParameters: true, erasableSyntaxOnly: true },
      ...{ noFallthroughCasesInSwitch: true, noUncheckedSideEffectImports: true },
    },
    Angular: {
      ...strict,
      ...{ target: 'ES2022', module: 'preserve', experimentalDecorators: true, isolatedModules: true },
      ...{ noImplicitOverride: true, noPropertyAccessFromIndexSignature: true, noImplicitReturns: true },
      ...{ noFallthroughCasesInSwitch: true },
    },
    'Node modules': { ...strict, target: 'ES2022', module: 'nodenext', exactOptionalPropertyTypes: true },
  }),
)('MICRO-1 the client compiles in a strict %s project as it is', (name, compilerOptions) => {
  const config = join(project, `tsconfig.${name.replace(' ', '-')}.json`)
  writeFileSync(config, JSON.stringify({ compilerOptions, files: ['main.ts'] }))
  run(['-p', config])
})

test('MICRO-1 the client is plain JavaScript for who has no build', () => {
  const script = "import('@atrium/client').then((client) => console.log(Object.keys(client).sort().join()))"
  const said = execFileSync(process.execPath, ['-e', script], { encoding: 'utf8', cwd: project })
  expect(said.trim()).toBe('connect,run,unreachable')
})
