import { randomInt } from 'node:crypto'
import { codes } from '#contracts/envelope'
import type { SignedInUser } from '#contracts/session'
import { withSection } from '../answer.ts'
import { describe } from '../mask.ts'
import { pictureId, readPicture, smallPicture } from '../pictures.ts'
import { type Probe, Skip } from '../probe.ts'
import { forgedId } from '../reading.ts'
import { Multipart } from '../request.ts'
import type { Steps } from './steps.ts'

const withoutToken = { token: null }

/** The personal centre, without changing anything of the person: the name is set to what it is. */
export async function checkOwn(probe: Probe, steps: Steps, user: SignedInUser): Promise<void> {
  await steps.run('user.update', async () => {
    const nickName = user.nickName ?? ''
    const body = { nickName: nickName || 'conformance' }
    await probe.refusal('user.update', { body }, 'without a token', withoutToken, [codes.signedOut])
    if (nickName !== '') {
      await probe.refusal('user.update', { body: { nickName: 'x'.repeat(51) } }, 'a name of 51 characters')
    }
    const phone = `139${String(randomInt(10 ** 8)).padStart(8, '0')}`
    await probe.refusal(
      'user.update',
      { body: { phone, smsCode: '000000' } },
      'a phone with a code that was never sent',
    )
    if (nickName === '') throw new Skip('the account has no display name that could be set to what it is')
    await probe.read('user.update', { body })
  })
  await steps.run('preference.put', async () => {
    const key = `conformance.${randomInt(10 ** 8)}`
    const body = { key, value: '{"columns":["name"]}' }
    await probe.refusal('preference.put', { body }, 'without a token', withoutToken, [codes.signedOut])
    await probe.refusal('preference.put', { body: { ...body, key: 'a b' } }, 'a key with a blank')
    await probe.read('preference.put', { body })
    const kept = (await probe.success('preference.all', {}))?.[key]
    if (kept !== body.value) {
      const contract = withSection('preference.put', 'what was kept, by its key')
      const sent = probe.wordsOf('preference.all', {})
      probe.findings.difference({
        call: 'preference.put',
        at: `data.${key}`,
        sent,
        contract,
        came: describe(kept),
      })
    }
    await probe.read('preference.put', { body: { key, value: null } })
  })
  await steps.run('user.sendSmsCode', async () => {
    await probe.refusal('user.sendSmsCode', { query: { phone: '12' } }, 'a phone number of two digits')
    probe.findings.note('user.sendSmsCode', 'never asked for a real phone: somebody would get the message')
  })
}

/** Uploads a picture of one pixel and reads it back. Gives its stored path. */
export async function checkUpload(probe: Probe, steps: Steps): Promise<string | undefined> {
  const picture = new Multipart('conformance.png', 'image/png', smallPicture)
  const stored = await steps.run('image.upload', async () => {
    await probe.refusal('image.upload', { body: picture }, 'without a token', withoutToken, [codes.signedOut])
    const text = new Multipart('conformance.png', 'image/png', Buffer.from('no picture at all'))
    await probe.refusal('image.upload', { body: text }, 'a text that is called a picture')
    return (await probe.read('image.upload', { body: picture })) as string | undefined
  })
  if (stored === undefined) return undefined
  probe.findings.left.push(
    `picture ${stored} of ${smallPicture.length} bytes (no call of the contract deletes pictures)`,
  )
  await steps.run('image.read', async () => {
    const id = pictureId(stored)
    if (id === undefined) throw new Skip(`the stored path is of another form (${describe(stored)})`)
    const read = await readPicture(probe, 'image.read', { params: { id } })
    if (read === undefined || read.equals(smallPicture)) return
    const contract = withSection('image.read', 'the picture that was uploaded')
    const sent = probe.wordsOf('image.read', { params: { id } })
    probe.findings.difference({
      call: 'image.read',
      at: 'content',
      sent,
      contract,
      came: `${read.length} other bytes`,
    })
  })
  await probe.refusal('image.read', { params: { id: forgedId } }, 'an id that is not there')
  return stored
}
