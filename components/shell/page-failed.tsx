import type { ReactNode } from 'react'
import { StateView } from '#components/ui/state-view'
import { Reference } from './reference'

interface Props {
  title: string
  hint: string
  digest?: string | undefined
  children: ReactNode
}

/** Stands for a page that cannot be shown; the shell around it stays. */
export function PageFailed({ digest, ...shown }: Props) {
  const note = <Reference digest={digest} />
  return <StateView role="alert" heading="h1" whole scene="failed" note={note} {...shown} />
}
