import { unreachable } from './console-client/index.js'
import { element } from './elements.js'
import { faultsOf, places } from './rules.js'

const fields = ['code', 'name', 'place', 'quantity', 'note']

/** `/wms/inbound`: the form keeps what was typed until it has been taken. */
export function inboundPage(client, t) {
  const inputs = Object.fromEntries(fields.map((name) => [name, inputOf(name)]))
  const faults = Object.fromEntries(
    fields.map((name) => [name, element('p', { class: 'fault', id: `wms-${name}-fault` })]),
  )
  const button = element('button', { class: 'primary' }, t('save'))
  const form = element(
    'form',
    { class: 'panel form', novalidate: true, onsubmit: save },
    fields.map((name) =>
      element(
        'div',
        { class: 'field' },
        element('label', { for: `wms-${name}` }, name === 'note' ? `${t(name)} (${t('optional')})` : t(name)),
        inputs[name],
        name === 'code' && element('p', { class: 'hint' }, t('codeHint')),
        faults[name],
      ),
    ),
    button,
  )

  function inputOf(name) {
    const shared = { id: `wms-${name}`, name, 'aria-describedby': `wms-${name}-fault` }
    if (name === 'place') {
      const choices = places.map((place) => element('option', { value: place }, place))
      return element('select', shared, element('option', { value: '' }, t('choosePlace')), choices)
    }
    if (name === 'note') return element('textarea', { ...shared, rows: '3' })
    return element('input', { ...shared, inputmode: name === 'quantity' ? 'numeric' : undefined })
  }

  function show(found) {
    for (const name of fields) {
      faults[name].textContent = found[name] ?? ''
      inputs[name].toggleAttribute('aria-invalid', name in found)
      if (name in found) inputs[name].setAttribute('aria-invalid', 'true')
    }
    const first = fields.find((name) => name in found)
    if (first !== undefined) inputs[first].focus()
  }

  async function save(event) {
    event.preventDefault()
    const typed = Object.fromEntries(fields.map((name) => [name, inputs[name].value.trim()]))
    const found = faultsOf(typed)
    show(Object.fromEntries(Object.entries(found).map(([name, key]) => [name, t(key)])))
    if (Object.keys(found).length > 0 || button.disabled) return
    button.disabled = true
    button.textContent = t('saving')
    const answer = await client.call('/inbound', { body: typed })
    button.disabled = false
    button.textContent = t('save')
    if (answer.code === 0) {
      form.reset()
      client.message('success', t('saved', { name: typed.name, quantity: typed.quantity }))
      inputs.code.focus()
    } else if (answer.code === 400 && Array.isArray(answer.data)) {
      show(Object.fromEntries(answer.data.map(({ field, message }) => [field, message])))
    } else {
      client.message('error', answer.code === unreachable ? t('failed') : answer.msg)
    }
  }

  return { nodes: [form], refresh: () => {} }
}
