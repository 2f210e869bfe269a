import { codes } from '#contracts/envelope'
import { badField, Refusal } from '#platform/kernel/refusal'

/** More than any form has: taking a hundred thousand parts apart would hold everybody else up. */
const mostParts = 20

/** The fields of a multipart body. Throws a Refusal 400 for one that is broken or holds several files. */
export async function formOf(body: Buffer<ArrayBuffer>, contentType: string): Promise<FormData> {
  const boundary = /;\s*boundary="?([\w'()+,./:=?-]+)/i.exec(contentType)?.[1]
  if (boundary === undefined || count(body, `--${boundary}`) > mostParts) throw broken()
  // By that boundary alone: of what else the header says, another may be read out.
  const headers = { 'content-type': `multipart/form-data; boundary="${boundary}"` }
  const form = await new Response(body, { headers }).formData().catch(() => {
    throw broken()
  })
  const files = [...form.values()].filter((value) => value instanceof File)
  if (files.length > 1) throw badField('file', 'oneFile')
  return form
}

/** How often it occurs, counted until it is too often. */
function count(body: Buffer, text: string): number {
  let found = 0
  for (let at = body.indexOf(text); at !== -1 && found <= mostParts; at = body.indexOf(text, at + 1)) {
    found += 1
  }
  return found
}

function broken(): Refusal {
  return new Refusal(codes.badInput, 'invalidForm')
}
