import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { ensureDemoBuilt } from '../../scripts/lib/demo.mjs'
import { root } from '../../scripts/lib/paths.mjs'
import { step } from '../../scripts/lib/steps.mjs'
import { pack } from './archive.mjs'
import { buildConsole, collectConsole } from './console.mjs'
import { writeLauncher, writePapers } from './papers.mjs'
import { bundlePrograms } from './programs.mjs'
import { copyNode, copyPostgres } from './runtimes.mjs'
import { describeSource } from './source.mjs'

/** Makes the archive in a folder (`release/`, unless one is given); gives its path. */
export async function makeRelease(target = join(root, 'release')) {
  const source = describeSource()
  const stage = mkdtempSync(join(tmpdir(), 'atrium-release-'))
  try {
    const inner = `atrium-${source.version}`
    const folder = join(stage, inner)
    await step('Building the console for any path (next build)', () => buildConsole(source))
    collectConsole(folder)
    await ensureDemoBuilt()
    await step('Bundling platform and tools', () => bundlePrograms(folder))
    copyNode(folder, source.target)
    copyPostgres(folder, source.target)
    writePapers(folder, source)
    writeLauncher(stage, inner)
    mkdirSync(target, { recursive: true })
    const file = join(resolve(target), `${source.name}.tar.gz`)
    const sum = await step('Packing', () => pack(stage, ['atrium', inner], file, source.made))
    console.log(
      `${relative(process.cwd(), file)}: ${(statSync(file).size / 1e6).toFixed(1)} MB, SHA-256 ${sum}, commit ${source.commit}`,
    )
    return file
  } finally {
    rmSync(stage, { recursive: true, force: true })
  }
}
