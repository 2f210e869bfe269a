import { AppWindow, FileText, Folder, MousePointerClick, Puzzle } from 'lucide-react'
import { nodeTypes } from '#contracts/menu'

const { application, directory, menu, button, component } = nodeTypes

const names = ['application', 'directory', 'menu', 'button', 'component'] as const

/** What a node's type is called in the messages; types that the contract does not know have no name. */
export function typeNameOf(type: number): (typeof names)[number] | undefined {
  return names.find((name) => nodeTypes[name] === type)
}

const looks: Record<number, { Icon: typeof Folder; colour: string }> = {
  [application]: { Icon: AppWindow, colour: 'text-accent-ink' },
  [directory]: { Icon: Folder, colour: 'text-warning' },
  [menu]: { Icon: FileText, colour: 'text-success' },
  [button]: { Icon: MousePointerClick, colour: 'text-faint' },
  [component]: { Icon: Puzzle, colour: 'text-faint' },
}

/** The icon of a node's type; with a name it is a picture that is read out. */
export function NodeTypeIcon({ type, name }: { type: number; name?: string }) {
  const { Icon, colour } = looks[type] ?? { Icon: FileText, colour: 'text-faint' }
  const className = `size-4 shrink-0 ${colour}`
  if (name === undefined) return <Icon aria-hidden className={className} />
  return (
    <span role="img" aria-label={name} title={name} className="shrink-0">
      <Icon aria-hidden className={className} />
    </span>
  )
}
