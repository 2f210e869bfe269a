/** What a page asks of its own system's API, as anybody would write it. */
export async function callAll(api: string, tell: (line: string) => void): Promise<void> {
  tell(`xhr ${await byRequest('GET', `${api}/echo`)}`)
  tell(`xhr-post ${await byRequest('POST', `${api}/echo`, '{"a":1}')}`)
  tell(`fetch ${await (await fetch(`${api}/echo`)).text()}`)
  tell(`request ${await (await fetch(new Request(new URL(`${api}/echo`, location.origin), { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } }))).text()}`)
  tell(`events ${await events(`${api}/events`)}`)
  tell(`socket ${await socket(`${api}/socket`)}`)
}

function byRequest(method: string, url: string, body?: string): Promise<string> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    request.open(method, url)
    if (body !== undefined) request.setRequestHeader('content-type', 'application/json')
    request.onloadend = () => resolve(`${request.status} ${request.responseText}`)
    request.send(body)
  })
}

/** Three events that come 300 ms apart: when each arrived, in steps of that length. */
function events(url: string): Promise<string> {
  return new Promise((resolve) => {
    const source = new EventSource(url)
    const seen: string[] = []
    source.onmessage = ({ data }) => {
      seen.push(`${data}`)
      if (data === 'waits') void fetch(`${url}/go-on`)
      if (data !== 'last') return
      source.close()
      resolve(seen.join())
    }
    source.onerror = () => {
      source.close()
      resolve('refused')
    }
  })
}

function socket(path: string): Promise<string> {
  return new Promise((resolve) => {
    const connection = new WebSocket(`${location.origin.replace('http', 'ws')}${path}`)
    connection.onopen = () => connection.send('hello')
    connection.onmessage = ({ data }) => {
      resolve(`${data}`)
      connection.close()
    }
    connection.onerror = () => resolve('refused')
  })
}
