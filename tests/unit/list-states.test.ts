import { NextIntlClientProvider } from 'next-intl'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { EmptyList } from '#components/list/list-states'
import type { ListQuery } from '#components/list/use-list-query'
import common from '#messages/en/common'

test('LIST-8 an empty list promises what is added only to whoever may add something', () => {
  const shown = (mayAdd: boolean) => {
    const list = createElement(EmptyList, { searched: false, mayAdd, query: {} as ListQuery })
    const texts = { locale: 'en', timeZone: 'UTC', messages: { common } }
    return renderToStaticMarkup(createElement(NextIntlClientProvider, texts as never, list))
  }
  expect(shown(true)).toContain(common.noDataHint)
  expect(shown(false)).toContain(common.noData)
  expect(shown(false)).not.toContain(common.noDataHint)
})
