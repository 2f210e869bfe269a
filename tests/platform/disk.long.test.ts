import { spawnSync } from 'node:child_process'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { demoPassword } from '#platform/seed/demo/accounts'
import { freePort } from '../../scripts/lib/ports.mjs'
import { signIn, startProgram } from './program.ts'
import { type SmallDisk, smallDisk } from './small-disk.ts'

/** Megabytes: a cluster with its journal takes 45. */
const roomy = 300
let disk: SmallDisk
beforeEach(() => {
  disk = smallDisk(roomy)
})
afterEach(() => disk.remove())

const start = () =>
  startProgram({ DATA_DIR: `${disk.folder}/data`, DEMO: '1', CAPTCHA_FIXED: '1234', LOG_LEVEL: 'error' })

type Program = Awaited<ReturnType<typeof start>>
interface Answer {
  status: number
  code: number
  msg: string
  data: unknown
}

async function asAdmin({ address }: Program) {
  const { data } = (await signIn(address, 'admin', demoPassword)) as { data: { access_token: string } }
  const headers = { authorization: `Bearer ${data.access_token}`, 'content-type': 'application/json' }
  const call = async (path: string, body?: object, locale = 'en-US'): Promise<Answer> => {
    const answer = await fetch(`${address}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { ...headers, locale },
      ...(body && { body: JSON.stringify(body) }),
    })
    return { ...((await answer.json()) as Answer), status: answer.status }
  }
  return {
    add: (code: string, locale?: string) =>
      call('/sys/org/page/add', { code, name: code.padEnd(45, 'x'), enabled: true }, locale),
    codes: async (): Promise<string[]> => {
      const { data } = await call('/sys/org/page/list?page=1&limit=100')
      const { content } = data as { content: { code: string }[] }
      return content.map(({ code }) => code).filter((code) => code.startsWith('DISK'))
    },
  }
}

async function stop({ child, exit }: Program): Promise<void> {
  child.kill('SIGTERM')
  expect(await exit).toBe(0)
}

describe('HOLD-9 a disk that is full', () => {
  test('HOLD-9: refuses changes with a sentence, answers reads, loses nothing, and goes on when there is room', async () => {
    const program = await start()
    const admin = await asAdmin(program)
    const makeRoom = disk.fill()
    const done: string[] = []
    let refused: Answer | undefined
    for (let number = 1; refused === undefined && number < 90; number += 1) {
      const answer = await admin.add(`DISK${number}`)
      if (answer.code === 0) done.push(`DISK${number}`)
      else refused = answer
    }
    expect(refused).toMatchObject({ status: 503, code: 503, data: { outcome: 'unchanged' } })
    expect(refused?.msg).toContain('disk is full, so nothing was changed')
    expect((await admin.add('DISK', 'zh-cn')).msg).toContain('磁盘空间已满，未作任何更改')
    expect((await admin.codes()).toSorted()).toEqual(done.toSorted())
    makeRoom()
    expect((await admin.add('DISKafter')).code).toBe(0)
    await stop(program)

    const again = await start()
    expect((await (await asAdmin(again)).codes()).toSorted()).toEqual([...done, 'DISKafter'].toSorted())
    await stop(again)
  })

  test('HOLD-9: is told at a first start, which makes its database whole once there is room', async () => {
    const makeRoom = disk.fill()
    const refused = await start()
    expect(await refused.exit).toBe(1)
    expect(refused.output()).toContain(`The data folder ${disk.folder}/data`)
    expect(refused.output()).toContain('no space is left on the disk. Make room')
    makeRoom()
    const program = await start()
    expect((await (await asAdmin(program)).add('DISK')).code).toBe(0)
    await stop(program)
  })
})

describe('HOLD-9 a disk that is read-only', () => {
  test('HOLD-9: is told at the start, and its data are there when it can be written again', async () => {
    const first = await start()
    expect((await (await asAdmin(first)).add('DISKkept')).code).toBe(0)
    await stop(first)
    disk.readOnly(true)
    const refused = await start()
    expect(await refused.exit).toBe(1)
    expect(refused.output()).toContain(
      `The data folder ${disk.folder}/data cannot be used: it lies on a read-only file system`,
    )
    disk.readOnly(false)
    const again = await start()
    expect(await (await asAdmin(again)).codes()).toEqual(['DISKkept'])
    await stop(again)
  })
})

test('HOLD-9: of two starts on one folder the second says who holds it, and the first goes on', async () => {
  const first = await start()
  const admin = await asAdmin(first)
  const second = await start()
  expect(await second.exit).toBe(1)
  const holder = `Another platform (process ${first.child.pid}) is running on the data folder ${disk.folder}/data`
  expect(second.output()).toContain(holder)
  // The same by the command that people type, on ports of its own.
  const env = { ...process.env, DATA_DIR: `${disk.folder}/data`, PLATFORM_PORT: String(await freePort()) }
  const typed = spawnSync(process.execPath, ['scripts/platform.mjs'], { env, encoding: 'utf8' })
  expect(typed.status).toBe(1)
  expect(typed.stdout + typed.stderr).toContain(holder)
  expect((await admin.add('DISKone')).code).toBe(0)
  await stop(first)
})
