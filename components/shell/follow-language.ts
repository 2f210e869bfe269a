import { modal } from '#components/ui/modal'
import { isHeld } from '#lib/session-end'

/** Milliseconds between looks at whether a page is held. */
const glance = 500
let timer: number | undefined

/**
 * Another tab has chosen a language. What somebody is at stays until it is done and closed, of which nothing tells where it is a
 * sub-application's.
 * @param shown that of this page's texts
 */
export function followLanguage(shown: string, chosen: string): void {
  window.clearInterval(timer)
  if (chosen === shown) return
  const follow = () => {
    if (isHeld() || document.querySelector(modal) !== null) return
    window.clearInterval(timer)
    window.location.reload()
  }
  timer = window.setInterval(follow, glance)
  follow()
}
