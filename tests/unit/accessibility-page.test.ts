import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Success criteria of WCAG 2.2, levels A and AA, by guideline: how far they count, without those of AAA and 4.1.1, which is gone. */
const criteria: Record<string, readonly number[]> = {
  '1.1': [1],
  '1.2': [1, 2, 3, 4, 5],
  '1.3': [1, 2, 3, 4, 5],
  '1.4': [1, 2, 3, 4, 5, 10, 11, 12, 13],
  '2.1': [1, 2, 4],
  '2.2': [1, 2],
  '2.3': [1],
  '2.4': [1, 2, 3, 4, 5, 6, 7, 11],
  '2.5': [1, 2, 3, 4, 7, 8],
  '3.1': [1, 2],
  '3.2': [1, 2, 3, 4, 6],
  '3.3': [1, 2, 3, 4, 7, 8],
  '4.1': [2, 3],
}

test('A11Y-7 every criterion of WCAG 2.2 AA has a verdict, and how it was tried', () => {
  const told = new Map<string, string>()
  for (const [, names = '', verdict = ''] of readFileSync('docs/accessibility.md', 'utf8').matchAll(
    /^\| (\d[^|]*)\| *([^|]*?) *\| *[^|]*\|$/gm,
  )) {
    for (const [, first = '', last] of names.matchAll(/(\d\.\d\.\d+)(?: to (\d\.\d\.\d+))?/g)) {
      const [group, from] = [first.slice(0, 3), Number(first.slice(4))]
      for (let at = from; at <= Number((last ?? first).slice(4)); at += 1) told.set(`${group}.${at}`, verdict)
    }
  }
  const all = Object.entries(criteria).flatMap(([group, numbers]) => numbers.map((at) => `${group}.${at}`))
  expect(all).toHaveLength(55)
  expect(all.filter((one) => !/^(?:met|partly|not met|not applicable)$/.test(told.get(one) ?? ''))).toEqual(
    [],
  )
})
