export type Attributes = Record<string, string>
const attribute = /([^\s"'=<>]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+)))?/g
/** wujie's look for a word among them takes time by the third power of these. */
const manyBlanks = /\s{9,}/g

/** In the one spelling that wujie reads: names in small letters, no blanks around `=`, addresses as they are. */
export function plainAttributes(text: string): string {
  return text.replace(manyBlanks, ' ').replace(attribute, (whole, given: string, ...values) => {
    const name = given.toLowerCase()
    const [value, quote] = valueIn(values)
    if (value === undefined) return whole
    const isAddress = name === 'src' || name === 'href'
    const plain = isAddress ? value.trim().replaceAll('&amp;', '&').replaceAll(' ', '%20') : value
    return `${name}=${quote}${plain}${quote}`
  })
}

function valueIn([double, single, bare]: (string | undefined)[]): [string | undefined, string] {
  return [double ?? single ?? bare, single !== undefined ? "'" : '"']
}

export function attributesIn(text: string): Attributes {
  return Object.fromEntries(
    Array.from(text.matchAll(attribute), ([, name = '', ...values]) => [
      name.replaceAll('/', '').toLowerCase(),
      values.find((value) => value !== undefined) ?? '',
    ]),
  )
}
