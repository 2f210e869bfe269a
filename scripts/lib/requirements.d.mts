export function requirementIds(text: string): string[]
export function idsOf(title: string): string[]
export function vitestTitles(report: unknown): string[]
export function playwrightTitles(report: unknown): string[]
