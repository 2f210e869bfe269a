import { describe, expect, test } from 'vitest'
import type { Schema } from '#contracts/endpoint'
import en from '#messages/en/validation' with { type: 'json' }
import zh from '#messages/zh-cn/validation' with { type: 'json' }
import { isEndpoint, isSchema, modules } from './modules.ts'

/** Every message that a schema, its parts or its checks can give. */
function messagesOf(start: unknown, seen = new Set<unknown>(), found = new Set<string>()): Set<string> {
  if (typeof start !== 'object' || start === null || seen.has(start)) return found
  seen.add(start)
  const def = isSchema(start) ? (start as Schema)._zod.def : start
  for (const [key, part] of Object.entries(def)) {
    if (key === 'error' && typeof part === 'function') {
      const message = part({ code: 'custom', input: 0 })
      found.add(typeof message === 'string' ? message : message.message)
    } else messagesOf(part, seen, found)
  }
  return found
}

const everySchema = Object.entries(modules).flatMap(([file, parts]) =>
  Object.entries(parts).flatMap(([name, part]): [string, Schema][] => {
    if (isSchema(part)) return [[`${file}.${name}`, part]]
    if (!isEndpoint(part)) return []
    return (['params', 'query', 'body', 'data'] as const).map((piece) => [
      `${file}.${name}.${piece}`,
      part[piece],
    ])
  }),
)

describe('messages of validation', () => {
  const used = new Set(everySchema.flatMap(([, schema]) => [...messagesOf(schema)]))

  test('I18N-1 the walk finds messages at all', () => {
    expect(used.size).toBeGreaterThan(50)
    for (const key of ['passwordsDiffer', 'accountPhone', 'tooLong:50', 'selectRolePermissions']) {
      expect(used).toContain(key)
    }
  })

  test('I18N-1 every message of every schema is a key in both languages', () => {
    for (const message of used) {
      const [key = '', number] = message.split(':')
      expect(Object.keys(en), message).toContain(key)
      expect(Object.keys(zh), message).toContain(key)
      expect(number !== undefined, message).toBe(en[key as keyof typeof en].includes('{max}'))
    }
  })

  test.each([
    ['tooLong', 'At most {max} characters', '最多 {max} 个字符'],
    ['imagePath', 'Not a valid image address', '图片地址无效'],
    ['linkRequired', 'Enter the link address', '请输入链接地址'],
    ['smsCode', 'The SMS code can contain digits and a dot only', '短信验证码只能包含数字和点'],
    ['onlyChangedField', 'Send only the changed field', '一次只能提交一项修改'],
  ] as const)('VALID-2 I18N-1 %s, which no browser test reads, says so', (key, english, chinese) => {
    expect([en[key], zh[key]]).toEqual([english, chinese])
  })

  test('VALID-2 whatever is handed in, no schema answers with a message that is no key', () => {
    const rubbish = [
      undefined,
      null,
      '',
      'x'.repeat(400),
      0,
      -1,
      1e300,
      true,
      [],
      [null],
      {},
      { id: {} },
      { type: 2 },
    ]
    for (const [name, schema] of everySchema) {
      for (const value of rubbish) {
        for (const issue of schema.safeParse(value).error?.issues ?? []) {
          expect(Object.keys(en), `${name}: ${issue.message}`).toContain(issue.message.split(':')[0])
        }
      }
    }
  })
})
