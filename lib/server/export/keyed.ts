import 'server-only'

/** The embedded platform writes keys; another platform's own words show as they are. */
export function keyed<Key extends string>(
  t: { (key: Key): string; has: (key: Key) => boolean },
  below: string,
): (key: string) => string {
  return (key) => (t.has(`${below}.${key}` as Key) ? t(`${below}.${key}` as Key) : key)
}
