import { Duplex } from 'node:stream'

/** A browser's side of a socket: what the console sends it. */
export class Wire extends Duplex {
  heard = ''
  override _read() {}
  override _write(chunk: Buffer, _encoding: string, done: () => void) {
    this.heard += chunk
    done()
  }
}
