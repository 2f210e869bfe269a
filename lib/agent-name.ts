/** The first that is found counts: most browsers also call themselves others. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bMicroMessenger\//, 'WeChat'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

/** A browser as people know it, from what it calls itself: `Firefox · Windows`. What it is otherwise called, where that says neither. */
export function agentName(agent: string | null | undefined): string | undefined {
  if (!agent) return undefined
  const named = (known: typeof browsers) => known.find(([pattern]) => pattern.test(agent))?.[1]
  const names = [named(browsers), named(systems)].filter((name) => name !== undefined)
  return names.length === 0 ? agent.slice(0, 60) : names.join(' · ')
}
