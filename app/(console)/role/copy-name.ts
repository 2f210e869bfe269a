/**
 * What a copy is called, as long as names may be: that of the original is cut, not what tells the copy.
 * @param nameWith the name of a copy of this one
 * @param longest characters
 */
export function copyName(name: string, nameWith: (name: string) => string, longest: number): string {
  const room = longest - nameWith('').length
  return nameWith(name.slice(0, room).trimEnd())
}
