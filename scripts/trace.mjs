import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readReport } from './lib/checks.mjs'
import { command, Fault } from './lib/fault.mjs'
import { results, root } from './lib/paths.mjs'
import { idsOf, playwrightTitles, requirementIds, vitestTitles } from './lib/requirements.mjs'

command(() => {
  const wanted = requirementIds(readFileSync(join(root, 'docs', 'requirements.md'), 'utf8'))
  const read = (name) => readReport(join(results, `${name}.json`))
  const unit = [read('vitest'), read('vitest-long')]
  const browser = [read('playwright'), read('playwright-long')]
  if (![...unit, ...browser].some(Boolean)) throw new Fault('No tests have run yet. Run npm test first.')
  const shown = new Set([...unit.flatMap(vitestTitles), ...browser.flatMap(playwrightTitles)].flatMap(idsOf))
  const missing = wanted.filter((id) => !shown.has(id))
  for (const id of missing) console.log(id)
  console.error(`${wanted.length - missing.length} of ${wanted.length} requirements have a passing test`)
  return process.argv.includes('--strict') && missing.length > 0 ? 1 : 0
})
