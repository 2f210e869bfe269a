import { expectContrast } from './axe'
import { test } from './fixtures'
import { eachOpened } from './list-looks'
import { eachState } from './shell-looks'

// Colours that are on their way to another scheme are nobody's.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('A11Y-1 the shell has contrast in all themes and schemes, narrow', async ({
  page,
  context,
  expected,
}) => {
  await eachState({ page, context, expected }, [390], (state) => expectContrast(page, state))
})

for (const language of ['zh-cn', 'en'] as const) {
  test.describe(language, () => {
    test.use({ language, as: 'admin' })

    test(`A11Y-1 what a list opens has contrast in all themes and schemes, wide and narrow (${language})`, async ({
      page,
    }) => {
      test.slow()
      await eachOpened(page, language, async (state) => {
        if (/sheet|form/.test(state)) await expectContrast(page, state)
      })
    })
  })
}
