import { Input, Tree } from 'antd'
import { NextIntlClientProvider } from 'next-intl'
import { useMemo, useState } from 'react'
import { createRoot } from 'react-dom/client'
import * as z from 'zod/mini'
import { PermissionTree } from '#components/pickers/permission-tree'
import { permissionNode } from '#contracts/menu'
import { type FlatTree, flatten, type TreeNode } from '#lib/permission-tree'
import { pause } from '#lib/yield-to-main'
import role from '#messages/zh-cn/role'
import '../../app/globals.css'
import { madeTree } from './made-tree'

const size = Number(new URLSearchParams(location.search).get('size') ?? 10_000)
/** What a call brings: text, which both have to read. */
const answer = JSON.stringify(madeTree(size))
const read = () => new Response(answer).json()
const root = createRoot(document.getElementById('root') as HTMLElement)

/** As `lib/api.ts` and the role's dialog do it. */
async function readOurs() {
  const data = await read()
  await pause()
  const roots = z.array(permissionNode).parse(data)
  await pause()
  return flatten(roots)
}

function Ours({ tree }: { tree: FlatTree }) {
  return (
    <NextIntlClientProvider locale="zh-cn" messages={{ role }} timeZone="UTC">
      <PermissionTree
        tree={tree}
        value={[]}
        onChange={() => {}}
        label="tree"
        describedBy={undefined}
        invalid={false}
      />
    </NextIntlClientProvider>
  )
}

interface Item {
  key: string
  title: string
  children: Item[]
}
const itemOf = (node: TreeNode): Item => ({
  key: node.id,
  title: node.name,
  children: (node.children ?? []).map(itemOf),
})
function filtered(items: Item[], text: string): Item[] {
  return items.flatMap((item) => {
    const children = filtered(item.children, text)
    return children.length > 0 || item.title.includes(text) ? [{ ...item, children }] : []
  })
}
const keysOf = (items: Item[]): string[] => items.flatMap((item) => [item.key, ...keysOf(item.children)])

function Theirs({ nodes }: { nodes: TreeNode[] }) {
  const items = useMemo(() => nodes.map(itemOf), [nodes])
  const [text, setText] = useState('')
  const [checked, setChecked] = useState<React.Key[]>([])
  const [expanded, setExpanded] = useState<React.Key[]>(() => items.map((item) => item.key))
  const shown = useMemo(() => (text === '' ? items : filtered(items, text)), [items, text])
  return (
    <>
      <Input
        aria-label="search"
        value={text}
        onChange={(event) => {
          const { value } = event.target
          setText(value)
          setExpanded(value === '' ? items.map((item) => item.key) : keysOf(filtered(items, value)))
        }}
      />
      <Tree
        checkable
        virtual
        height={300}
        treeData={shown}
        checkedKeys={checked}
        onCheck={(keys) => setChecked(keys as React.Key[])}
        expandedKeys={expanded}
        onExpand={setExpanded}
        motion={false}
      />
    </>
  )
}

declare global {
  interface Window {
    show: (which: 'ours' | 'theirs') => Promise<void>
  }
}
window.show = async (which) =>
  root.render(which === 'ours' ? <Ours tree={await readOurs()} /> : <Theirs nodes={await read()} />)
