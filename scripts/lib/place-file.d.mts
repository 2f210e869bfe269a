export function placeFile(draft: string, file: string, link?: (draft: string, file: string) => void): void
