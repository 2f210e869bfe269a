import type { TreeNode } from '../../lib/permission-tree.ts'

/** A tree of about `size` nodes: applications, directories, pages and buttons, as platforms have them. */
export function madeTree(size: number): TreeNode[] {
  const roots: TreeNode[] = []
  let made = 0
  const node = (type: number, name: string, children: TreeNode[] = []): TreeNode => {
    made += 1
    return { id: `n${made}`, name, code: `made.page${made}.action${made % 97}`, type, children }
  }
  for (let application = 0; made < size; application += 1) {
    const directories: TreeNode[] = []
    for (let directory = 0; directory < 5 && made < size; directory += 1) {
      const pages: TreeNode[] = []
      for (let page = 0; page < 10 && made < size; page += 1) {
        const buttons = Array.from({ length: 9 }, (_, button) =>
          node(3, `操作 ${application}-${page}-${button}`),
        )
        pages.push(node(2, `页面 ${application}-${directory}-${page}`, buttons))
      }
      directories.push(node(1, `目录 ${application}-${directory}`, pages))
    }
    roots.push(node(0, `系统 ${application}`, directories))
  }
  return roots
}
