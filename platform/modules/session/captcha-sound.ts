import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locale } from '#platform/kernel/messages'

/** Samples a second, of 8 bits each; `silent` is their middle. */
const rate = 11_025
const silent = 128
/** Bytes before the samples of a WAV file. */
const headLength = 44

/** Seconds before the first digit, in which a screen reader says where the focus has gone. */
const lead = 0.8

/**
 * Speaks digits over a little noise, each somewhat faster or slower, louder or softer than the last. Gives a WAV.
 * What is no digit is left out.
 */
export async function speakDigits(
  digits: string,
  language: Locale,
  random: () => number = Math.random,
): Promise<Uint8Array<ArrayBuffer>> {
  const between = (least: number, most: number) => least + (most - least) * random()
  const parts = [pause(lead)]
  for (const digit of digits.replace(/\D/g, '')) {
    parts.push(spoken(await clip(digit, language), between(0.88, 1.12), between(0.6, 1)))
    parts.push(pause(between(0.3, 0.6)))
  }
  const samples = Buffer.concat(parts)
  for (const [at, sample] of samples.entries()) {
    samples[at] = Math.max(0, Math.min(255, Math.round(sample + between(-5, 5))))
  }
  return new Uint8Array(Buffer.concat([head(samples.length), samples]))
}

const clips = new Map<string, Promise<Buffer>>()

function clip(digit: string, language: Locale): Promise<Buffer> {
  const file = join(import.meta.dirname, 'spoken', language, `${digit}.wav`)
  const known = clips.get(file) ?? readFile(file).then((content) => content.subarray(headLength))
  clips.set(file, known)
  // Read again the next time: there may have been no file left to open.
  known.catch(() => clips.delete(file))
  return known
}

function pause(seconds: number): Buffer {
  return Buffer.alloc(Math.round(seconds * rate), silent)
}

/** `speed` times as fast, with `loudness` of 1. */
function spoken(samples: Buffer, speed: number, loudness: number): Buffer {
  const length = Math.floor(samples.length / speed)
  return Buffer.from(
    Array.from(
      { length },
      (_, at) => silent + ((samples[Math.floor(at * speed)] ?? silent) - silent) * loudness,
    ),
  )
}

function head(length: number): Buffer {
  const bytes = Buffer.alloc(headLength)
  bytes.write('RIFF', 0, 'latin1')
  bytes.writeUInt32LE(headLength - 8 + length, 4)
  bytes.write('WAVEfmt ', 8, 'latin1')
  bytes.writeUInt32LE(16, 16)
  bytes.writeUInt16LE(1, 20) // samples as they are
  bytes.writeUInt16LE(1, 22) // one channel
  bytes.writeUInt32LE(rate, 24)
  bytes.writeUInt32LE(rate, 28) // bytes a second
  bytes.writeUInt16LE(1, 32) // bytes a sample
  bytes.writeUInt16LE(8, 34) // bits
  bytes.write('data', 36, 'latin1')
  bytes.writeUInt32LE(length, 40)
  return bytes
}
