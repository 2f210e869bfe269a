import { expect, test } from 'vitest'
import { admin } from '../../../tools/operate/admin.ts'
import { audit } from '../../../tools/operate/audit.ts'
import { backup } from '../../../tools/operate/backup.ts'
import { migrate } from '../../../tools/operate/migrate.ts'
import { restore } from '../../../tools/operate/restore.ts'

const commands = { admin, audit, backup, migrate, restore }
const target = 'postgresql://atrium@db.example.com/atrium'

test.each<[keyof typeof commands, string, Record<string, string>?]>([
  ['backup', ''],
  ['backup', 'a b'],
  ['backup', '--bogus'],
  ['restore', ''],
  ['restore', 'a b'],
  ['migrate', ''],
  ['migrate', '--bogus x'],
  ['migrate', `--to ${target}`, { MIGRATE_TO: target }],
  ['migrate', `--to ${target}`, { DATABASE_URL: target }],
  ['migrate', '--to db.example.com'],
  ['admin', ''],
  ['admin', 'nope'],
  ['audit', ''],
  ['audit', 'nope'],
  ['audit', 'accept 30'],
])('OPS-7 atrium %s %s ends with 2: what it was given is wrong', async (name, words, env = {}) => {
  const args = words.split(' ').filter(Boolean)
  await expect(commands[name](args, { DATA_DIR: '/nowhere', ...env })).rejects.toMatchObject({
    name: 'Fault',
    exitCode: 2,
  })
})
