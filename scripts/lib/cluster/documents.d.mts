export function clusterDocuments(given: {
  folder: string
  postgres: string
  passwords: Record<string, string>
}): {
  /** What stands in a file of docs/operate/cluster on that machine. */
  adapt(name: string, machine: string): Promise<string>
  proxy(given: { port: number; consoles: readonly number[] }): string
  portOf(machine: string, port: number | string): Promise<number>
}
