'use client'

import { startApp } from 'wujie'
import WujieReact from 'wujie-react'
import { endSandbox, enqueue, leaveAddressAlone, listenerPlugin } from './sandbox'

type StartOptions = Parameters<typeof startApp>[0]
type FrameWindow = Window & { __WUJIE?: Parameters<typeof leaveAddressAlone>[0] }

interface Props extends Pick<StartOptions, 'name' | 'url' | 'props' | 'plugins' | 'fetch' | 'loadError'> {
  /** All scripts have run. */
  onStarted: () => void
  onFault: (error: unknown) => void
}

/**
 * wujie-react's component, cured of what it lacks: it never ends what it started, runs starts of one name into each
 * other, and swallows their errors.
 */
export class GuardedWujie extends WujieReact {
  declare readonly props: Readonly<Props>
  declare readonly state: { myRef: { current: HTMLDivElement | null } }
  private run = new AbortController()

  override componentDidMount(): void {
    const run = new AbortController()
    this.run = run
    const { name } = this.props
    enqueue(name, () => this.begin(run.signal)).catch((error: unknown) => {
      if (!run.signal.aborted) this.props.onFault(error)
    })
  }

  override componentDidUpdate(): void {
    // Another name or address is another instance, by its `key`.
  }

  override componentWillUnmount(): void {
    this.run.abort()
    const { name } = this.props
    enqueue(name, () => endSandbox(name)).catch(() => {})
  }

  private async begin(signal: AbortSignal): Promise<void> {
    const el = this.state.myRef.current
    if (signal.aborted || el === null) return
    const { name, url, props, plugins = [], fetch, loadError, onStarted } = this.props
    // A script that hangs never lets the start settle; it must not hold up the end.
    const aborted = new Promise<void>((resolve) =>
      signal.addEventListener('abort', () => resolve(), { once: true }),
    )
    const started = startApp({
      name,
      url,
      el,
      props,
      fetch,
      loadError,
      attrs: {},
      plugins: [listenerPlugin, ...plugins],
      loading: document.createElement('span'),
      beforeLoad: (frame: Window) => {
        const sandbox = (frame as FrameWindow).__WUJIE
        if (sandbox !== undefined) leaveAddressAlone(sandbox)
      },
    })
    started.catch(() => {})
    await Promise.race([started, aborted])
    if (!signal.aborted) onStarted()
  }
}
