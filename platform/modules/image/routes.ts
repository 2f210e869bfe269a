import { codes } from '#contracts/envelope'
import * as images from '#contracts/image'
import { isEmpty } from '#platform/kernel/auth/authority'
import { hour } from '#platform/kernel/clock'
import type { Caller, Route, Services } from '#platform/kernel/http/call'
import { handle } from '#platform/kernel/http/handle'
import { newId } from '#platform/kernel/ids'
import { type Rule, requireUnder } from '#platform/kernel/quota'
import { badField, notPermitted, Refusal } from '#platform/kernel/refusal'
import { type Picture, pictureOf } from './picture.ts'
import { pathOf, shownTo } from './stored.ts'
import { removeOwn } from './sweep.ts'

/** Bytes that are few may still unpack to pixels that no browser should have to hold. */
const largestSide = 10_000
const mostPixels = 40_000_000
/** Of an animation: half a minute of a large avatar. */
const mostFrames = 1000
const mostPixelsInAll = 200_000_000
/** Uploads of one person in an hour, what is no picture too: whoever may sign in may upload, and each is up to 5 MB of the database. */
const mostUploads = 200

export const imageRoutes: readonly Route[] = [
  handle(
    images.upload,
    async ({ db, body, person, now, changed }) => {
      const bytes = Buffer.from(await body.file.arrayBuffer())
      const { type, width, height } = requirePicture(bytes)
      const id = newId(now)
      const path = pathOf(id)
      await db
        .insertInto('image')
        .values({ id, type, bytes, account_id: person.id, created_time: now })
        .execute()
      await removeOwn(db, person.id, id, now)
      changed({ subject: { id, name: path }, after: { type, size: `${width} × ${height}` } })
      return path
    },
    { before: requireUpload },
  ),

  handle(images.read, async ({ db, person, params }) => {
    const image = await db
      .selectFrom('image')
      .where('id', '=', params.id)
      .where(shownTo(person))
      .select(['id', 'type', 'bytes'])
      .executeTakeFirst()
    // Whether there is one that they may not see is not told.
    if (image === undefined) throw new Refusal(codes.notFound, 'notFound')
    return new Response(new Uint8Array(image.bytes), {
      headers: {
        'content-type': image.type,
        'content-length': String(image.bytes.length),
        // An id never gets another content.
        'cache-control': 'private, max-age=31536000, immutable',
        'content-disposition': `inline; filename="${image.id}.${image.type.split('/')[1]}"`,
      },
    })
  }),
]

/** Counted before the form is read, which takes longest where there is no picture in it. */
async function requireUpload({
  services: { db },
  person,
  scope,
  now,
}: Caller & { services: Services }): Promise<void> {
  // Whoever may go nowhere has no use for a picture.
  if (isEmpty(scope)) throw notPermitted()
  const rule: Rule = { kind: 'upload', subject: person.id, window: hour, most: mostUploads }
  await db.transaction().execute((own) => requireUnder(own, rule, now, 'uploadsSpent'))
}

function requirePicture(bytes: Buffer): Picture {
  const picture = pictureOf(bytes)
  if (picture === undefined) {
    const fields = [{ field: 'file', message: 'imageType' }]
    throw new Refusal(codes.wrongType, 'imageType', { fields })
  }
  const { width, height, frames, pixels } = picture
  if (width > largestSide || height > largestSide || width * height > mostPixels) {
    throw badField('file', 'imageDimensions')
  }
  if (frames > mostFrames || pixels > mostPixelsInAll) throw badField('file', 'imageFrames')
  return picture
}
