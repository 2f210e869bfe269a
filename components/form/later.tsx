'use client'

import dynamic from 'next/dynamic'
import { useTranslations } from 'next-intl'
import { type ComponentType, useEffect, useEffectEvent, useState } from 'react'
import { toast } from '#components/ui/toast'
import { ComesAbove, Coming } from './coming'

type Fail<Props> = (props: Props) => void

/** Closes what can be closed. */
const close = (props: object) => 'onClose' in props && typeof props.onClose === 'function' && props.onClose()

/**
 * A component whose code comes when it first shows, in the browser alone. Where it does not come, that is told, `onFail` ends
 * what asked for it, and it is asked for anew the next time.
 */
export const later = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  onFail?: Fail<Props>,
): ComponentType<Props> =>
  renewed<Props>((lost) => dynamic(() => load().catch(lost), { ssr: false, loading: Coming }), onFail)

/**
 * The same of a component that `make` describes to the framework, with `lost` in the place of code that does not come, and
 * `Instead` for what then shows.
 */
export function renewed<Props extends object>(
  make: (lost: () => ComponentType<Props>) => ComponentType<Props>,
  onFail: Fail<Props> = close,
  Instead?: ComponentType,
): ComponentType<Props> {
  let part: ComponentType<Props> | undefined
  const made = () => {
    part ??= make(() => Lost)
    return part
  }
  return function Later(props: Props) {
    const [Part, setPart] = useState(made)
    useEffect(() => {
      // The outside world: what nobody opens by a press comes with the connection.
      const again = () => setPart(made)
      window.addEventListener('online', again)
      return () => window.removeEventListener('online', again)
    }, [])
    return (
      // What can be closed lies above.
      <ComesAbove value={'onClose' in props}>
        <Part {...props} />
      </ComesAbove>
    )
  }

  function Lost(props: Props) {
    const t = useTranslations('errors')
    const failed = useEffectEvent(() => {
      toast.error(t('offline'))
      onFail(props)
    })
    useEffect(() => {
      // The framework keeps what failed: another one is made next time.
      part = undefined
      failed()
    }, [])
    return Instead ? <Instead /> : null
  }
}
