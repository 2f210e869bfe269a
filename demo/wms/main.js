import { connect, run } from './console-client/index.js'
import { element, notice } from './elements.js'
import { inboundPage } from './inbound.js'
import { report } from './resources.js'
import { stockPage } from './stock.js'
import { textIn } from './texts.js'

window.__CONSOLE_RESOURCES__ = report

const pages = { stock: stockPage, inbound: inboundPage }

run(() => {
  const client = connect('wms')
  // The console only wants to know the resources, which stand above.
  if (client.props.mode === 'collect') return () => client.close()
  const root = document.querySelector('#wms')
  let page
  let drawnFor
  /** What stood there when the session ended: what is typed in it is there for whoever signs in again. */
  let held

  /** Language and organization; what else changes must not cost anybody what they have typed. */
  const audience = () => `${client.props.locale} ${client.props.orgId}`

  const draw = () => {
    const { locale, scheme, user, orgName } = client.props
    const t = textIn(locale)
    const [, asked = ''] = /^\/(\w+)/.exec(client.route.current()) ?? []
    if (!Object.hasOwn(pages, asked)) {
      client.route.replace('/stock')
      return
    }
    drawnFor = audience()
    root.lang = locale === 'en' ? 'en' : 'zh-CN'
    root.className = 'wms'
    root.dataset.scheme = scheme
    page = pages[asked](client, t)
    client.title(t(asked))
    root.replaceChildren(
      element(
        'header',
        {},
        element('h1', {}, t(asked)),
        element('span', {}, t('signedInAs', { name: user.name, organization: orgName || '--' })),
      ),
      ...page.nodes,
    )
  }

  client.route.onChange(draw)
  client.on('context:update', () => {
    if (held !== undefined) root.replaceChildren(...held)
    held = undefined
    root.dataset.scheme = client.props.scheme
    if (audience() !== drawnFor) draw()
  })
  client.on('micro:activate', () => page?.refresh())
  client.on('session:end', () => {
    held ??= [...root.childNodes]
    root.replaceChildren(notice(textIn(client.props.locale)('sessionOver')))
  })
  draw()
  client.ready()
  return () => {
    client.close()
    root.replaceChildren()
  }
})
