export type Locale = 'zh-cn' | 'en'
export type Said = Record<Locale, string>

export interface Envelope {
  code: number
  msg: string
  data: unknown
}

/** An answer that is not a success, in the platform's form: calls throw it. */
export class Refusal extends Error {
  readonly status: number
  readonly said: Said
  readonly code: number
  readonly data: unknown

  constructor(status: number, said: Said, { code = status, data = null as unknown } = {}) {
    super(said.en)
    this.status = status
    this.said = said
    this.code = code
    this.data = data
  }
}

/** What the platform refused with goes on as it came. */
export class PlatformRefusal extends Error {
  readonly status: number
  readonly envelope: Envelope

  constructor(status: number, envelope: Envelope) {
    super(envelope.msg)
    this.status = status
    this.envelope = envelope
  }
}

export const said = {
  success: { 'zh-cn': '操作成功', en: 'Success' },
  signedOut: { 'zh-cn': '请先登录', en: 'Please sign in' },
  notPermitted: { 'zh-cn': '没有权限', en: 'You are not permitted to do this' },
  viewOnly: {
    'zh-cn': '您正以他人身份查看，不能作任何更改',
    en: 'You are viewing this as somebody else and cannot change anything',
  },
  badInput: { 'zh-cn': '输入内容有误', en: 'The input is not valid' },
  invalidJson: { 'zh-cn': '请求内容不是有效的 JSON', en: 'The body is not valid JSON' },
  tooLarge: { 'zh-cn': '请求内容过大', en: 'The request is too large' },
  wrongType: { 'zh-cn': '不支持的内容类型', en: 'The content type is not accepted' },
  unknownCall: { 'zh-cn': '接口不存在', en: 'No such call' },
  wrongMethod: { 'zh-cn': '接口不支持该请求方法', en: 'The call does not take this method' },
  notFound: { 'zh-cn': '记录不存在', en: 'No such record' },
  fault: { 'zh-cn': '系统错误', en: 'System error' },
  noPlatform: {
    'zh-cn': '平台暂时无法访问，请稍后重试',
    en: 'The platform cannot be reached, please try again',
  },
} satisfies Record<string, Said>

export function notFound(): Refusal {
  return new Refusal(404, said.notFound)
}

/** Faults of the input, field by field: a refusal when there are any. */
export function refuseFaults(
  locale: Locale,
  faults: readonly (readonly [field: string, said: Said])[],
): void {
  if (faults.length === 0) return
  const data = faults.map(([field, text]) => ({ field, message: text[locale] }))
  throw new Refusal(400, said.badInput, { data })
}
