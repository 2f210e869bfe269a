import * as z from 'zod/mini'
import { idParams } from './endpoint.ts'
import { imageTypes, limits } from './limits.ts'
import { patterns } from './patterns.ts'
import { defineResource } from './resource.ts'
import { text } from './text.ts'

/** Pictures: avatars and application icons (specification sections 5, 7). */

/** The path that an upload answered. It ends up in `src`, so it obeys the rule of links. */
export function imagePath(missing: string) {
  return text(missing).check(
    z.minLength(1, { error: missing, abort: true }),
    z.maxLength(limits.imagePath, `tooLong:${limits.imagePath}`),
    z.regex(patterns.linkUrl, 'imagePath'),
  )
}

/** A chosen file, before it is uploaded. The two screens word the same rule differently (section 5). */
function imageFile(messages: { missing: string; type: string; size: string }) {
  return z.file(messages.missing).check(
    z.refine((file) => imageTypes.some((type) => file.name.toLowerCase().endsWith(`.${type}`)), {
      error: messages.type,
      abort: true,
    }),
    z.maxSize(limits.imageBytes, messages.size),
  )
}
export const avatarFile = imageFile({ missing: 'avatarRequired', type: 'avatarType', size: 'avatarSize' })
export const iconFile = imageFile({ missing: 'iconRequired', type: 'iconType', size: 'iconSize' })

export const image = defineResource('image', {
  name: { 'zh-cn': '图片', en: 'Pictures' },
  about: 'Pictures: avatars and icons of applications',
  sections: '5, 7',
  endpoints: {
    /** The platform checks the type by content, not by name. */
    upload: {
      summary: 'Stores a picture',
      method: 'POST',
      path: '/sys/image/page/upload',
      open: true,
      logs: 'upload',
      encoding: 'multipart',
      body: z.object({
        file: z.file('avatarRequired').check(z.maxSize(limits.imageBytes, 'avatarSize')),
      }),
      /** The stored path: on the embedded platform that of `read`. */
      data: z.string(),
    },
    /** A stored picture of the embedded platform; the answer is the image itself, not an envelope. */
    read: {
      summary: 'A stored picture',
      method: 'GET',
      path: '/sys/image/{id}',
      open: true,
      answer: 'image',
      params: idParams,
      without:
        'Pictures whose stored path is not of this form do not show; their place keeps the default picture.',
    },
  },
})
export const { upload, read } = image.endpoints
