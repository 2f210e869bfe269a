import { nodeTypes, requestMethods } from '#contracts/menu'
import { entryName, pageComponent } from '#contracts/menu-entry-text'

interface Named {
  type: number
  name: string
  code: string
  path: string | null
  method: string | null
}

/** What a menu entry has of its resource, and follows: whole, as its form asks for it (specification section 5). */
export function followedFields({ type, name, code, path, method }: Named) {
  const isPage = type === nodeTypes.menu
  return {
    name: entryName(name, code),
    path,
    method: isPage ? method : (method ?? requestMethods[0]),
    component: isPage ? pageComponent(path, code) : null,
  }
}
