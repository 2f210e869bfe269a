import type Sandbox from 'wujie/esm/sandbox'

/** The window that runs a page's scripts, which nobody sees. */
export type FrameWindow = Window & typeof globalThis & { __WUJIE: Sandbox; [key: string]: unknown }

/** The window that shows the page, once there is one. */
export function shownWindow(frame: FrameWindow): FrameWindow | undefined {
  return (frame.__WUJIE?.document?.defaultView as FrameWindow | null | undefined) ?? undefined
}
