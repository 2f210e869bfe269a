import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readReport } from './lib/checks.mjs'
import { command, Fault } from './lib/fault.mjs'
import { results, root } from './lib/paths.mjs'
import { idsOf, playwrightTitles, requirementIds, vitestTitles } from './lib/requirements.mjs'

command(() => {
  const wanted = requirementIds(readFileSync(join(root, 'docs', 'requirements.md'), 'utf8'))
  const unit = readReport(join(results, 'vitest.json'))
  const browser = readReport(join(results, 'playwright.json'))
  if (!unit && !browser) throw new Fault('No tests have run yet. Run npm test first.')
  const shown = new Set([...vitestTitles(unit), ...playwrightTitles(browser)].flatMap(idsOf))
  const missing = wanted.filter((id) => !shown.has(id))
  for (const id of missing) console.log(id)
  console.error(`${wanted.length - missing.length} of ${wanted.length} requirements have a passing test`)
  return process.argv.includes('--strict') && missing.length > 0 ? 1 : 0
})
