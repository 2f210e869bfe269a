import type { Names, Resource } from '#contracts/resource'
import enValidation from '#messages/en/validation' with { type: 'json' }
import zhValidation from '#messages/zh-cn/validation' with { type: 'json' }
import { recordMessages } from './record-messages.ts'

/** The platform's own texts, in both languages: one that misses a language does not compile. */
export type Locale = 'en' | 'zh-cn'
/** What a text is filled with: what reads otherwise in another language, in both. */
export type MessageParams = Readonly<Record<string, string | number | Names>>

const messages = {
  success: { en: 'Success', 'zh-cn': '操作成功' },
  badInput: { en: 'The input is not valid', 'zh-cn': '输入内容有误' },
  notUtf8: { en: 'The body is not UTF-8', 'zh-cn': '请求内容不是 UTF-8 编码' },
  invalidJson: { en: 'The body is not valid JSON', 'zh-cn': '请求内容不是有效的 JSON' },
  invalidKey: {
    en: 'The idempotency-key header takes 16 to 64 letters, digits, hyphens and underscores',
    'zh-cn': 'idempotency-key 请求头须为 16 至 64 位字母、数字、连字符或下划线',
  },
  keyReused: {
    en: 'This request reuses the key of another one, so nothing was done. Open the form again and repeat the change',
    'zh-cn': '该请求沿用了另一请求的标识，未作任何更改。请重新打开表单后再操作',
  },
  invalidBusiness: { en: 'The business header is not valid', 'zh-cn': 'business 请求头无效' },
  signedOut: { en: 'Please sign in', 'zh-cn': '请先登录' },
  clientRefused: { en: 'The client credentials are not accepted', 'zh-cn': '客户端凭证无效' },
  sessionExpired: {
    en: 'Your session has expired, please sign in again',
    'zh-cn': '登录已过期，请重新登录',
  },
  sessionEnded: { en: 'Your session was ended, please sign in again', 'zh-cn': '会话已结束，请重新登录' },
  captchaWrong: { en: 'The captcha is wrong or has expired', 'zh-cn': '验证码错误或已失效' },
  signInRefused: { en: 'Wrong username or password', 'zh-cn': '用户名或密码错误' },
  signInLocked: {
    en: 'Too many failed attempts. Try again in {seconds|second|seconds}',
    'zh-cn': '失败次数过多，请在 {seconds} 秒后重试',
  },
  mustChangePassword: {
    en: 'Your password was set by an administrator. Change it first, then continue',
    'zh-cn': '您的密码由管理员设置，请先修改密码再继续操作',
  },
  viewOnly: {
    en: 'You are viewing the console as somebody else, and cannot change anything',
    'zh-cn': '您正以他人身份查看，不能作任何更改',
  },
  viewImpossible: {
    en: 'The console cannot be viewed as a disabled account or as a super administrator',
    'zh-cn': '不能以已停用的账号或超级管理员的身份查看',
  },
  viewElsewhere: {
    en: 'The account does not belong to this organization, or the organization is disabled',
    'zh-cn': '该账号不属于此组织，或此组织已停用',
  },
  notPermitted: { en: 'You are not permitted to do this', 'zh-cn': '没有权限' },
  restoreOrganization: {
    en: 'Its organization has also been deleted. Restore that first',
    'zh-cn': '其所属组织也已删除，请先恢复该组织',
  },
  restoreParent: {
    en: 'Its parent entry has also been deleted. Restore that first',
    'zh-cn': '其上级也已删除，请先恢复上级',
  },
  restorePlace: {
    en: 'The type of its parent entry has changed, so it can no longer be placed there. Change the type back first',
    'zh-cn': '其上级的类型已变更，不能再作为其上级，请先改回上级的类型',
  },
  notHeld: {
    en: 'You cannot grant the role "{name}": it includes permissions that you do not have yourself',
    'zh-cn': '不能授予角色“{name}”：它包含您自己没有的权限',
  },
  notFound: { en: 'No such record', 'zh-cn': '记录不存在' },
  unknownCall: { en: 'No such call', 'zh-cn': '接口不存在' },
  wrongMethod: { en: 'The call does not take this method', 'zh-cn': '接口不支持该请求方法' },
  wrongType: { en: 'The content type is not accepted', 'zh-cn': '不支持的内容类型' },
  tooLarge: { en: 'The request is too large', 'zh-cn': '请求内容过大' },
  duplicate: { en: 'It already exists', 'zh-cn': '记录已存在' },
  changedMeanwhile: {
    en: 'It was changed by someone else meanwhile, please try again',
    'zh-cn': '数据已被他人修改，请重试',
  },
  fault: { en: 'System error', 'zh-cn': '系统错误' },
  databaseAway: {
    en: 'The database is not responding. Nothing was changed, please try again in a moment',
    'zh-cn': '数据库暂时无法访问，未作任何更改，请稍后重试',
  },
  overloaded: {
    en: 'Too many people are using the console at once, so nothing was done. Please try again in a moment',
    'zh-cn': '当前访问人数过多，未作任何更改，请稍后再试',
  },
  storageFull: {
    en: 'The platform disk is full, so nothing was changed. Contact whoever operates the platform; existing data can still be read',
    'zh-cn': '平台磁盘空间已满，未作任何更改。请联系运维人员；现有数据仍可查看',
  },
  storageReadOnly: {
    en: 'The platform database can only be read at the moment, so nothing was changed. Please try again in a while',
    'zh-cn': '平台数据库目前只能读取，未作任何更改，请稍后再试',
  },
  outcomeUnknown: {
    en: 'The connection to the database was lost while saving. The change may have been made anyway: please check before you repeat it',
    'zh-cn': '保存时与数据库的连接中断，操作可能已经生效，请先核实再重复操作',
  },
  ...recordMessages,
} satisfies Record<string, Record<Locale, string>>
export type MessageKey = keyof typeof messages
/** A message of the contract's own rules. */
export type RuleKey = keyof typeof enValidation

export function isMessageKey(key: string): key is MessageKey {
  return Object.hasOwn(messages, key)
}

export function messageText(locale: Locale, key: MessageKey, params: MessageParams = {}): string {
  return fill(locale, messages[key][locale], params)
}

const validation: Record<Locale, Readonly<Record<string, string>>> = {
  en: enValidation,
  'zh-cn': zhValidation,
}

/** The text of a schema's message key (`tooLong:50` fills `{max}`), or undefined when it is none. */
export function validationText(locale: Locale, key: string): string | undefined {
  const [name = '', max = ''] = key.split(':')
  return Object.hasOwn(validation[locale], name)
    ? fill(locale, validation[locale][name] ?? '', { max })
    : undefined
}

/** `{name}`, or of a number `{name|one|many}`, with the word for it. */
function fill(locale: Locale, text: string, params: MessageParams): string {
  return text.replace(
    /\{(\w+)(?:\|([^|}]*)\|([^|}]*))?\}/g,
    (whole, name: string, one?: string, many?: string) => {
      const value = params[name] ?? whole
      if (typeof value === 'number') {
        const word = value === 1 ? one : many
        return value.toLocaleString(locale) + (word === undefined ? '' : ` ${word}`)
      }
      return typeof value === 'object' ? value[locale] : String(value)
    },
  )
}

/** What texts call a record of the resource: `{one}`, and `{a}` before it where it is any. */
export function namesOf({ one }: Pick<Resource, 'one'>): MessageParams {
  const isSpokenOpen = /^[aeiou]/.test(one.en)
  return {
    one,
    a: { en: isSpokenOpen ? 'an' : 'a', 'zh-cn': '' },
  }
}
