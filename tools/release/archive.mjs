import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { Fault } from '../../scripts/lib/fault.mjs'

/**
 * Packs these of a folder so that the same content always gives the same bytes: sorted, of one time and owner, with the
 * modes that everybody may read with. Writes the checksum beside it, as `sha256sum -c` reads it.
 */
export async function pack(folder, names, file, made) {
  const order = [
    '--sort=name',
    '--format=gnu',
    `--mtime=${made}`,
    '--owner=0',
    '--group=0',
    '--numeric-owner',
  ]
  const args = [...order, '--mode=u=rwX,go=rX', '-C', folder, '-cf', '-', ...names]
  const tar = spawn('tar', args, { stdio: ['ignore', 'pipe', 'pipe'] })
  let words = ''
  tar.stderr.on('data', (chunk) => {
    words += chunk
  })
  const ended = new Promise((resolve) => {
    tar.on('error', (error) => resolve(error.message))
    tar.on('close', (code) => resolve(code === 0 ? undefined : words))
  })
  await pipeline(tar.stdout, createGzip({ level: 6 }), createWriteStream(file))
  const fault = await ended
  if (fault !== undefined) throw new Fault(`The archive could not be packed (GNU tar is needed):\n${fault}`)
  const sum = await sha256(file)
  writeFileSync(`${file}.sha256`, `${sum}  ${basename(file)}\n`)
  return sum
}

async function sha256(file) {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}
