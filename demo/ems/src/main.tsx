import { createRoot } from 'react-dom/client'
import { connect, type Resource, run } from '../../../packages/client/src/index.ts'
import manifest from '../resources.json' with { type: 'json' }
import { App } from './app.tsx'
import { ClientContext } from './client.ts'

run(() => {
  const client = connect('ems')
  if (client.props.mode === 'collect') {
    // The manifest says it already; this answers a console that loads the page all the same.
    client.report(manifest.system, manifest.resources as Resource[])
    return () => client.close()
  }
  const place = document.querySelector('#ems')
  if (place === null) throw new Error('index.html has no #ems')
  const root = createRoot(place)
  root.render(
    <ClientContext value={client}>
      <App />
    </ClientContext>,
  )
  return () => {
    root.unmount()
    client.close()
  }
})
