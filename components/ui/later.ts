import dynamic from 'next/dynamic'
import type { ComponentType } from 'react'

/** A component whose code comes when it first shows, in the browser alone. */
export const later = <Props>(load: () => Promise<ComponentType<Props>>) => dynamic(load, { ssr: false })
