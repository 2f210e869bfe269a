import { readFileSync } from 'node:fs'

/** The shell blocks of a chapter of the guide. */
export function blocksOf(guide: string, chapter: number): string[] {
  const text = readFileSync(guide, 'utf8')
    .split(/^## /m)
    .find((part) => part.startsWith(`${chapter}. `))
  return [...(text ?? '').matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block = '']) => block)
}
