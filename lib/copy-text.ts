/**
 * Puts a text onto the clipboard; browsers give pages its newer way over HTTPS only.
 * @returns whether it is there
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyTheOldWay(text)
  }
}

function copyTheOldWay(text: string): boolean {
  let isCopied = false
  const give = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text)
    event.preventDefault()
    isCopied = true
  }
  document.addEventListener('copy', give, { once: true })
  document.execCommand('copy')
  document.removeEventListener('copy', give)
  return isCopied
}
