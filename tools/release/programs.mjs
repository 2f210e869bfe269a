import { cpSync, globSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { root } from '../../scripts/lib/paths.mjs'

/** What is started, preloaded, or found by its place; everything else follows from their imports. */
const entries = [
  'tools/atrium/archive.mjs',
  'scripts/lib/follow-parent.mjs',
  'platform/server.ts',
  'platform/kernel/db/migrations/*.ts',
]
/** Read by programs from beside themselves. */
const besides = ['platform/seed/**/*.png']
/** The demo systems are small, need no package, and run as they are written. */
const demo = [
  'packages/client/package.json',
  'packages/client/src/*.ts',
  'demo/server/*.ts',
  'demo/ems/*.{ts,json}',
  'demo/ems/dist/**',
  'demo/wms/*',
]

/** Next's marker for code of the server, which refuses every import elsewhere; and what `pg` could do, and does not. */
const empty = ['server-only', 'pg-native']
const nothing = join(import.meta.dirname, 'nothing.cjs')

const find = (patterns) => patterns.flatMap((pattern) => globSync(pattern, { cwd: root }))

/** Our programs as plain JavaScript, each file where it is in the clone; packages in `vendor`. */
export async function bundlePrograms(folder) {
  const inputs = find(entries).map((file) => [file.replace(/\.\w+$/, ''), join(root, file)])
  const name = (chunk) => `${chunk.name.replace(/^(_virtual|node_modules)\//, 'vendor/$1/')}.mjs`
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    publicDir: false,
    resolve: { alias: Object.fromEntries(empty.map((name) => [name, nothing])) },
    ssr: { noExternal: true, target: 'node' },
    build: {
      ssr: true,
      outDir: folder,
      emptyOutDir: false,
      minify: false,
      target: `node${process.versions.node.split('.')[0]}`,
      rolldownOptions: {
        input: Object.fromEntries(inputs),
        // Comments with the paths of this machine.
        experimental: { attachDebugInfo: 'none' },
        output: {
          preserveModules: true,
          preserveModulesRoot: root,
          entryFileNames: name,
          chunkFileNames: name,
        },
      },
    },
  })
  for (const file of find([...besides, ...demo])) {
    if (statSync(join(root, file)).isDirectory()) continue
    if (!file.endsWith('.d.ts')) cpSync(join(root, file), join(folder, file))
  }
}
