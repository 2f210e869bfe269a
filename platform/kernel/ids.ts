import { randomBytes } from 'node:crypto'

/** The ids that a query selects, in its order. */
export async function idsOf(query: { execute(): Promise<{ id: string }[]> }): Promise<string[]> {
  return (await query.execute()).map(({ id }) => id)
}

/** A UUIDv7: its first 48 bits are the time, so that ids made later sort later. `random` gives ten bytes. */
export function newId(now: Date, random: () => Uint8Array = () => randomBytes(10)): string {
  const bytes = Buffer.alloc(16)
  bytes.writeUIntBE(now.getTime(), 0, 6)
  bytes.set(random(), 6)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
