import type { Page } from './fixtures'

/** The page that shows says something to the shell. */
export function say(page: Page, type: string, payload: object): Promise<void> {
  return page.evaluate(
    ([type, payload]) => {
      type Wujie = {
        bus: { $emit: (type: string, message: object) => void }
        props: { instanceId: string }
      }
      const frame = document.querySelector<HTMLIFrameElement>('iframe[data-wujie-flag]')?.contentWindow
      const { bus, props } = (frame as unknown as { $wujie: Wujie }).$wujie
      bus.$emit(type, { ...{ v: 1, type, from: 'ems', instanceId: props.instanceId, payload } })
    },
    [type, payload] as const,
  )
}
