/** An element with its attributes (`on…` are listeners) and what is in it; text goes in as text, never as markup. */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue
    if (name.startsWith('on')) made.addEventListener(name.slice(2), value)
    else made.setAttribute(name, value === true ? '' : value)
  }
  made.append(...children.flat().filter((child) => child !== undefined && child !== false))
  return made
}

/** What stands in a list's place while there is nothing to list. */
export function notice(title, hint, button) {
  return element(
    'div',
    { class: 'notice', role: 'status' },
    element('strong', {}, title),
    hint && element('p', {}, hint),
    button,
  )
}
