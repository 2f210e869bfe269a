export function findWebkit(): { driver: string; display: string; browser: string } | undefined
