import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Fault } from './fault.mjs'
import { root } from './paths.mjs'
import { lastWords, run } from './run.mjs'
import { step } from './steps.mjs'

/** Where the applications of outside teams are made; kept out of version control. */
export const outsideFolder = join(root, '.outside')
const sources = join(root, 'tests', 'outside')

const viteTools = { vite: '8.3.8', typescript: '6.0.3', '@types/node': '24.19.2' }
const vue = {
  create: ['create-vue@3.24.0', '--ts', '--router', '--bare'],
  packages: {
    ...{ ...viteTools, vue: '3.5.42', 'vue-router': '5.5.1', 'vue-tsc': '3.3.11', '@vue/tsconfig': '0.9.1' },
    ...{ '@vitejs/plugin-vue': '6.0.8', 'vite-plugin-vue-devtools': '8.2.1' },
    ...{ '@tsconfig/node24': '24.0.5', 'npm-run-all2': '9.0.3' },
  },
  build: 'build-only',
  built: 'dist',
}
const vite = { build: 'build', built: 'dist' }
const angular = '22.2.6'

/**
 * What their makers' own commands give, with pages of ours in them; the settings of their builds are not touched.
 * @type {Record<string, { create: string[], packages: Record<string, string>, build: string, built: string }>}
 */
const scaffolds = {
  'vue-element': { ...vue, packages: { ...vue.packages, 'element-plus': '2.14.8', axios: '1.21.1' } },
  'vue-naive': { ...vue, packages: { ...vue.packages, 'naive-ui': '2.45.3' } },
  'react-antd': {
    ...vite,
    create: ['create-vite@9.3.0', '--template', 'react-ts', '--no-interactive'],
    packages: {
      ...{
        ...viteTools,
        typescript: '7.0.2',
        react: '19.3.1',
        'react-dom': '19.3.1',
        '@types/react': '19.3.0',
      },
      ...{ '@types/react-dom': '19.3.0', '@vitejs/plugin-react': '6.1.2', oxlint: '1.88.0' },
      ...{ antd: '6.6.8', 'react-router-dom': '7.18.5' },
    },
  },
  svelte: {
    ...vite,
    create: ['create-vite@9.3.0', '--template', 'svelte-ts', '--no-interactive'],
    packages: {
      ...{ ...viteTools, svelte: '5.57.2', '@sveltejs/vite-plugin-svelte': '7.3.1' },
      ...{ '@tsconfig/svelte': '5.0.8', 'svelte-check': '4.7.7' },
    },
  },
  'angular-material': {
    create: ['@angular/cli@22.2.7', 'new', '--defaults', '--skip-git', '--skip-install', '--style', 'css'],
    packages: {
      ...Object.fromEntries(
        ['common', 'compiler', 'core', 'forms', 'platform-browser', 'router', 'compiler-cli'].map((name) => [
          `@angular/${name}`,
          angular,
        ]),
      ),
      ...{ '@angular/material': '22.2.6', '@angular/cdk': '22.2.6', '@angular/build': '22.2.7' },
      ...{ '@angular/cli': '22.2.7', rxjs: '7.8.2', tslib: '2.8.1', typescript: '6.0.3' },
    },
    build: 'build',
    built: join('dist', 'angular-material', 'browser'),
  },
}

/** Makes and builds those that are not there yet, or whose pages have changed. Gives the folders of the builds. */
export async function buildOutside(names = Object.keys(scaffolds)) {
  mkdirSync(outsideFolder, { recursive: true })
  for (const name of names) await step(`Application of an outside team: ${name}`, () => buildOne(name))
  return Object.fromEntries(names.map((name) => [name, join(outsideFolder, name, scaffolds[name].built)]))
}

async function buildOne(name) {
  const scaffold = scaffolds[name]
  const folder = join(outsideFolder, name)
  const mark = join(outsideFolder, `${name}.made`)
  const made = existsSync(mark) ? readFileSync(mark, 'utf8') : ''
  const shell = digest(JSON.stringify(scaffold))
  const whole = `${shell} ${digestOf(join(sources, name))} ${digestOf(join(sources, 'shared'))}`
  if (made === whole) return
  rmSync(mark, { force: true })
  if (!made.startsWith(shell)) await create(name, scaffold)
  cpSync(join(sources, name), folder, { recursive: true })
  cpSync(join(sources, 'shared'), join(folder, 'src'), { recursive: true })
  await command(name, ['npm', 'run', scaffold.build], folder)
  writeFileSync(mark, whole)
}

async function create(name, { create: [creator, ...args], packages }) {
  const folder = join(outsideFolder, name)
  rmSync(folder, { recursive: true, force: true })
  const given = args[0] === 'new' ? ['new', name, ...args.slice(1)] : [name, ...args]
  await command(name, ['npx', '--yes', creator, ...given], outsideFolder)
  // The router's folder and the pages are ours; what the scaffold would show in their place only takes time.
  const file = join(folder, 'package.json')
  writeFileSync(file, JSON.stringify(pinned(JSON.parse(readFileSync(file, 'utf8')), packages), null, 2))
  await command(name, ['npm', 'install', '--no-audit', '--no-fund', '--no-package-lock'], folder)
}

/** The same packages, in the versions that are named; test runners and formatters are left out. */
function pinned(given, packages) {
  const development = Object.keys(given.devDependencies ?? {}).filter((name) => packages[name])
  const added = Object.keys(packages).filter((name) => !development.includes(name))
  const take = (names) => Object.fromEntries(names.map((name) => [name, packages[name]]))
  return { ...given, dependencies: take(added), devDependencies: take(development) }
}

async function command(name, [program, ...args], cwd) {
  const { code, output } = await run(program, args, {
    cwd,
    env: { CI: '1', NG_CLI_ANALYTICS: 'false' },
    show: false,
  })
  if (code !== 0) throw new Fault(`${name}: ${[program, ...args].join(' ')} failed\n${lastWords(output, 30)}`)
}

function digestOf(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  const parts = files.map(({ parentPath, name }) => join(parentPath, name)).sort()
  return digest(parts.map((path) => `${path.slice(folder.length)} ${readFileSync(path, 'utf8')}`).join('\n'))
}

const digest = (text) => createHash('sha256').update(text).digest('hex').slice(0, 16)
