import { expect, test } from 'vitest'
import { locales } from '#lib/i18n/locale'
import { wholeNumber } from '#lib/whole-number'

test('I18N-2 whole numbers are written as each language of the console writes them', () => {
  const values = [
    0,
    7,
    10,
    999,
    1000,
    12_345,
    100_000,
    999_999,
    1_000_000,
    1_234_567_890,
    Number.MAX_SAFE_INTEGER,
  ]
  for (const locale of locales) {
    const format = new Intl.NumberFormat(locale)
    expect(values.map(wholeNumber), locale).toEqual(values.map((value) => format.format(value)))
  }
})
