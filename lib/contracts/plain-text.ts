/** What a text may hold, wherever it comes from: forms, calls, discovery (one rule for all of them). */

/**
 * Nobody sees these, or they turn the order of what stands beside them: control, format (direction, zero width, marks of
 * annotation), private and unassigned characters, halves of pairs, line and paragraph breaks, fillers, variations, tags.
 */
const unseen = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\ufffc]/u

/** The same signs where a script or an emoji is written with them: behind, or between, what they belong to. */
const belonging = [
  /(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}]\ufe0f?)\u200d(?=\p{Extended_Pictographic})/gu,
  /(?<=\p{Extended_Pictographic})\ufe0f|(?<=[0-9#*])\ufe0f(?=\u20e3)/gu,
  /(?<=[\p{sc=Arab}\p{sc=Syrc}])\u200c(?=[\p{sc=Arab}\p{sc=Syrc}])/gu,
  /(?<=[\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}])[\u200c\u200d]/gu,
  /(?<=\p{sc=Mong})[\u180b-\u180d\u180f]|(?<=\p{sc=Han})[\u{e0100}-\u{e01ef}]/gu,
]

const visible = /[\p{L}\p{N}\p{P}\p{S}]/u

/** The first character of a text that nobody would see, as `U+200B`; nothing where all is seen. */
export function unseenIn(text: string): string | undefined {
  const rest = unseen.test(text) ? belonging.reduce((left, signs) => left.replace(signs, ''), text) : text
  const found = unseen.exec(rest)?.[0] ?? (visible.test(rest) ? undefined : rest.trim())
  const code = found?.codePointAt(0)
  return code === undefined ? undefined : `U+${code.toString(16).toUpperCase().padStart(4, '0')}`
}

const belongingOrUnseen = new RegExp(
  `(${belonging.map(({ source }) => source).join('|')})|${unseen.source}`,
  'gu',
)

/** A text as people see it: a tab or line break is a blank, and what nobody sees is left out. */
export function seenText(text: string): string {
  const seen = text.replace(/\s/gu, ' ').replace(belongingOrUnseen, (_, belongs = '') => belongs)
  return visible.test(seen) ? tidyText(seen) : ''
}

/**
 * More of what stands over, under or beside a letter than any script writes on one (Unicode's Stream-Safe Text Format, UAX #15);
 * the half-width ones of Japanese are letters until they are composed.
 */
const manyMarks = /[\p{M}\uff9e\uff9f]{31}/u
/** Characters, many times those of any field. */
const longest = 50_000

/**
 * A text in that form of Unicode. One with more marks in a row stays as it is: to put them in order takes time that grows with
 * the square of their number, half a minute for a text of 300 kB.
 */
export function composed(text: string, form: 'NFC' | 'NFKC' | 'NFKD'): string {
  return text.length > longest || manyMarks.test(text) ? text : text.normalize(form)
}

/**
 * Every kind of blank as a plain one, none around the text, and letters composed: what looks the same is the same.
 */
export function tidyText(text: string): string {
  return composed(text.replace(/\p{Zs}/gu, ' ').trim(), 'NFC')
}

/** Full-width digits, letters and signs as the plain ones that they stand for, without blanks and what nobody sees. */
export function plainDigits(typed: string): string {
  return composed(typed, 'NFKC').replace(/[\p{Z}\p{C}\p{Default_Ignorable_Code_Point}]/gu, '')
}

/** A phone number as people paste it, with blanks, dashes, dots, brackets and China's country code, as its digits. */
export function phoneDigits(typed: string): string {
  const plain = plainDigits(typed).replace(/[\p{Pd}\p{Ps}\p{Pe}.·\u2212]/gu, '')
  return plain.replace(/^(?:(?:\+|00)86|86(?=1[3-9]\d{9}$))/, '')
}
