'use client'

import { startApp } from 'wujie'
import WujieReact from 'wujie-react'
import {
  endSandbox,
  enqueue,
  leaveAddressAlone,
  leaveStylesAlone,
  runAtOnce,
  runWithoutIdling,
  workerPlugin,
} from './sandbox'

type StartOptions = Parameters<typeof startApp>[0]
type FrameWindow = Window & { __WUJIE?: Parameters<typeof leaveAddressAlone>[0] }

/** White, as a window is that a page does not colour; one that is made for dark schemes says so, and is drawn dark. */
const shownStyle = 'display: block; border: 0; background: #fff; color-scheme: light'

interface Props extends Pick<StartOptions, 'name' | 'url' | 'props' | 'plugins' | 'fetch' | 'loadError'> {
  /** What the shown frame is called. */
  title: string
  width: string
  height: string
  /** All scripts have run. */
  onStarted: () => void
  onFault: (error: unknown) => void
  /** Its frames are gone. */
  onEnded: () => void
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
    const { name, onEnded } = this.props
    enqueue(name, () => endSandbox(name))
      .catch(() => {})
      .then(onEnded)
  }

  private async begin(signal: AbortSignal): Promise<void> {
    const el = this.state.myRef.current
    if (signal.aborted || el === null) return
    const { name, url, title, props, plugins = [], fetch, loadError, onStarted } = this.props
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
      // Files are asked for at once, not when the browser is idle.
      fiber: false,
      // The page is shown in a frame: its layout, its overlays and what it listens to are those of a window of its own.
      degrade: true,
      degradeAttrs: { title, style: shownStyle },
      plugins: [workerPlugin, ...plugins],
      loading: document.createElement('span'),
      beforeLoad: (frame: Window) => {
        const sandbox = (frame as FrameWindow).__WUJIE
        if (sandbox === undefined) return
        leaveAddressAlone(sandbox)
        leaveStylesAlone(sandbox)
        runWithoutIdling(sandbox)
      },
    })
    started.catch(() => {})
    await Promise.race([started, aborted])
    if (signal.aborted) return
    runAtOnce(name)
    onStarted()
  }
}
