import { useEffect } from 'react'

/** A file dropped beside the field that takes one would take the place of the page, and of what was typed. */
export function useRefusedDrops(): void {
  useEffect(() => {
    // The outside world: what a browser does with a file that nothing on the page takes.
    const refuse = (event: DragEvent) => event.preventDefault()
    document.addEventListener('dragover', refuse)
    document.addEventListener('drop', refuse)
    return () => {
      document.removeEventListener('dragover', refuse)
      document.removeEventListener('drop', refuse)
    }
  }, [])
}
