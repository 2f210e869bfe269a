import { Pencil } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#components/ui/button'

interface Editor {
  label: string
  open: boolean
  /** Whether it was edited last: a question about that gives the focus back here. */
  rests: boolean
  onPress: () => void
  panel: ReactNode
}

interface Props {
  label: string
  /** None for what cannot be changed here. */
  editor?: Editor
  children: ReactNode
}

export function ProfileRow({ label, editor, children }: Props) {
  return (
    <div className="flex min-h-13 gap-3 py-2 text-md">
      <dt className="flex min-h-8 w-[140px] shrink-0 items-center self-start text-soft max-narrow:w-[92px]">
        {label}
      </dt>
      <dd className="min-w-0 flex-1">
        <div className="flex min-h-8 items-center gap-2">
          <div className="min-w-0 flex-1 break-words">{children}</div>
          {editor && (
            <Button
              look="quiet"
              size="icon"
              aria-label={editor.label}
              title={editor.label}
              aria-expanded={editor.open}
              data-rest={editor.rests || undefined}
              onClick={editor.onPress}
            >
              <Pencil aria-hidden className="size-3.5" />
            </Button>
          )}
        </div>
        {editor?.panel}
      </dd>
    </div>
  )
}
