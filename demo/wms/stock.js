import { unreachable } from './console-client/index.js'
import { element, notice } from './elements.js'

/** `/wms/stock`: what lies where, with a search that lives in the address. */
export function stockPage(client, t) {
  const search = new URLSearchParams(client.route.current().split('?')[1]).get('search') ?? ''
  const field = element('input', { id: 'wms-search', maxlength: '50', value: search })
  const form = element(
    'form',
    {
      class: 'search',
      role: 'search',
      onsubmit: (event) => {
        event.preventDefault()
        const wanted = field.value.trim()
        client.route.push(wanted === '' ? '/stock' : `/stock?${new URLSearchParams({ search: wanted })}`)
      },
    },
    element('label', { for: 'wms-search' }, t('searchLabel')),
    field,
    element('button', { class: 'primary' }, t('search')),
    element('button', { type: 'button', onclick: () => client.route.push('/stock') }, t('reset')),
  )
  const list = element('div', { class: 'panel' }, notice(t('loading')))
  const load = async () => {
    const answer = await client.call('/stock', { query: { search } })
    list.replaceChildren(...listOf(answer, load))
  }

  function listOf({ code, msg, data }, retry) {
    if (code !== 0) {
      const reason = code === unreachable ? undefined : msg
      return [notice(t('failed'), reason, element('button', { type: 'button', onclick: retry }, t('retry')))]
    }
    if (data.length === 0) {
      return [search === '' ? notice(t('empty'), t('emptyHint')) : notice(t('nothingFound'))]
    }
    return [
      element('div', { class: 'scroll' }, tableOf(data)),
      element('footer', {}, t('rows', { count: data.length })),
    ]
  }

  function tableOf(rows) {
    const { locale } = client.props
    const time = new Intl.DateTimeFormat(locale, { dateStyle: 'short', timeStyle: 'short' })
    const number = new Intl.NumberFormat(locale)
    const head = ['code', 'name', 'place', 'quantity', 'changed']
    const cells = (row) => [
      row.code,
      row.name,
      row.place,
      number.format(row.quantity),
      time.format(new Date(row.changed)),
    ]
    const kind = (index) => ({ class: head[index] === 'quantity' ? 'number' : undefined })
    return element(
      'table',
      {},
      element(
        'thead',
        {},
        element(
          'tr',
          {},
          head.map((key, index) => element('th', { scope: 'col', ...kind(index) }, t(key))),
        ),
      ),
      element(
        'tbody',
        {},
        rows.map((row) =>
          element(
            'tr',
            {},
            cells(row).map((cell, index) => element('td', kind(index), cell)),
          ),
        ),
      ),
    )
  }

  load()
  return { nodes: [form, list], refresh: load }
}
