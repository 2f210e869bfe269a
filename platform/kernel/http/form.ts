import { codes } from '#contracts/envelope'
import { badField, Refusal } from '#platform/kernel/refusal'

/** More than any form has: taking a hundred thousand parts apart would hold everybody else up. */
const mostParts = 20
/** Bytes of what a part says of itself: its name, its file's name, its type. Longer ones take seconds to be taken apart. */
const longestHead = 2048

/** The fields of a multipart body. Throws a Refusal 400 for one that is broken or holds several files. */
export async function formOf(body: Buffer<ArrayBuffer>, contentType: string): Promise<FormData> {
  const boundary = /;\s*boundary="?([\w'()+,./:=?-]+)/i.exec(contentType)?.[1]
  if (boundary === undefined || !isShort(body, `--${boundary}`)) throw broken()
  // By that boundary alone: of what else the header says, another may be read out.
  const headers = { 'content-type': `multipart/form-data; boundary="${boundary}"` }
  const form = await new Response(body, { headers }).formData().catch(() => {
    throw broken()
  })
  const files = [...form.values()].filter((value) => value instanceof File)
  if (files.length > 1) throw badField('file', 'oneFile')
  return form
}

/** Whether it has few parts, each with a short head. */
function isShort(body: Buffer, delimiter: string): boolean {
  let parts = 0
  for (let at = body.indexOf(delimiter); at !== -1; at = body.indexOf(delimiter, at + 1)) {
    parts += 1
    const begin = at + delimiter.length
    const head = body.subarray(begin, begin + longestHead)
    const isLast = head.subarray(0, 2).toString('latin1') === '--'
    if (parts > mostParts || !(isLast || head.includes('\r\n\r\n'))) return false
  }
  return true
}

function broken(): Refusal {
  return new Refusal(codes.badInput, 'invalidForm')
}
