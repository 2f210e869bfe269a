import { type Endpoint, nothing } from './endpoint.ts'
import { codes } from './envelope.ts'
import { isKeyed } from './idempotency.ts'
import { captchaSound, signInToken } from './session.ts'

/** The answers of the OpenAPI document that say no, and what of each call they are. */

// biome-ignore lint/suspicious/noExplicitAny: JSON Schema is written here, never read.
type Json = any

export const fileResponses = {
  image: {
    description: 'The picture itself, without an envelope',
    content: { 'image/*': { schema: { type: 'string', format: 'binary' } } },
  },
  audio: {
    description: 'The sound itself, without an envelope',
    content: { 'audio/wav': { schema: { type: 'string', format: 'binary' } } },
  },
}

const envelope = (code: Json, data: Json, more: string[] = []): Json => ({
  type: 'object',
  properties: { code, msg: { type: 'string' }, data },
  required: ['code', 'msg', ...more],
})

export const refusalSchemas: Json = {
  FieldFaults: {
    description:
      'What is wrong with the input, field by field; the message is in the language of the locale header',
    type: 'array',
    items: {
      type: 'object',
      properties: { field: { type: 'string' }, message: { type: 'string' } },
      required: ['field', 'message'],
    },
  },
  Refusal: envelope(
    {
      type: 'integer',
      description: Object.entries(codes)
        .map(([word, code]) => `${code} ${word}`)
        .join(', '),
    },
    {
      description:
        'FieldFaults for 400, NotPermitted for 403, ChangedMeanwhile or InUse for 409, else nothing',
    },
  ),
  InputRefusal: envelope(
    { const: codes.badInput },
    { anyOf: [{ $ref: '#/components/schemas/FieldFaults' }, { type: 'null' }] },
  ),
  UnavailableRefusal: envelope({ const: codes.unavailable }, { $ref: '#/components/schemas/Unavailable' }, [
    'data',
  ]),
}

/** The schemas of refusals whose `data` says more. */
const schemaNames: Partial<Record<string, string>> = {
  BadInput: 'InputRefusal',
  Unavailable: 'UnavailableRefusal',
}

/** The answers that are no success: HTTP status, code and an example of each. */
export const refusals = {
  BadInput: {
    status: 400,
    code: codes.badInput,
    about: 'The input is refused; `data` says what is wrong, field by field',
    msg: 'Please check what you entered',
    data: [{ field: 'name', message: 'Please enter a name' }],
  },
  SignInRefused: {
    status: 400,
    code: codes.signInRefused,
    about: 'Sign-in is refused: captcha, name or password, or locked',
    msg: 'The captcha is wrong or has expired',
    data: null,
  },
  Ended: {
    status: 401,
    code: codes.signedOut,
    about: `No session: ${codes.signedOut} unknown or expired, ${codes.sessionEnded} ended from elsewhere. Both force logout`,
    msg: 'Please sign in again',
    data: null,
  },
  NotPermitted: {
    status: 403,
    code: codes.notPermitted,
    about:
      'Not permitted, in this organization or at all; the same for a record out of reach as for none. `data.orgId`, ' +
      'which a platform may leave out with all of `data`, says where the right is missing. With code ' +
      `${codes.mustChangePassword}: the person has to change the password that they were given first`,
    msg: 'You are not permitted to do this',
    data: { orgId: null },
  },
  NotFound: {
    status: 404,
    code: codes.notFound,
    about: 'No such record (told to super administrators), or no such call',
    msg: 'There is no such record',
    data: null,
  },
  Conflict: {
    status: 409,
    code: codes.conflict,
    about: 'A duplicate, a record in use, or one that was changed meanwhile (`data` tells what)',
    msg: 'Somebody changed this record meanwhile',
    data: null,
  },
  TooLarge: {
    status: 413,
    code: codes.tooLarge,
    about: 'The body is too large',
    msg: 'Too large',
    data: null,
  },
  WrongType: {
    status: 415,
    code: codes.wrongType,
    about: 'The body is of another type',
    msg: 'Wrong type',
    data: null,
  },
  KeyReused: {
    status: 422,
    code: codes.keyReused,
    about: 'The `idempotency-key` header was used for another request; nothing was done',
    msg: 'This request reuses the key of another one, so nothing was done',
    data: null,
  },
  TooMany: {
    status: 429,
    code: codes.tooMany,
    about: 'Too many of these in a time',
    msg: 'Too many attempts: wait a minute',
    data: null,
  },
  Fault: {
    status: 500,
    code: codes.fault,
    about: 'A fault of the platform; the message is general',
    msg: 'System error.',
    data: null,
  },
  Unavailable: {
    status: 503,
    code: codes.unavailable,
    about:
      'What the records are kept in is away or takes no more: the call has changed nothing, or nobody knows whether it ' +
      'has. Or more calls have come than can be answered: then `Retry-After` says when to come again',
    msg: 'The records cannot be reached just now. Nothing was changed: try again in a moment',
    data: { outcome: 'unchanged' },
  },
} as const
type RefusalName = keyof typeof refusals

/** What was drawn before may be used up by now. */
const takesCaptcha: ReadonlySet<string> = new Set([signInToken.path, captchaSound.path])

export function refusalsOf(endpoint: Endpoint): RefusalName[] {
  const { access, encoding, path, method, params, query, body } = endpoint
  const takesInput = [params, query, body].some((schema) => schema !== nothing)
  return [
    ...(takesCaptcha.has(path) ? (['SignInRefused'] as const) : takesInput ? (['BadInput'] as const) : []),
    'Ended',
    ...(access === 'session' ? (['NotPermitted'] as const) : []),
    ...(access === 'session' && takesInput ? (['NotFound'] as const) : []),
    ...(access === 'session' && method === 'POST' && takesInput ? (['Conflict'] as const) : []),
    ...(encoding === 'none' ? [] : (['TooLarge', 'WrongType'] as const)),
    ...(isKeyed(endpoint) ? (['KeyReused'] as const) : []),
    'TooMany',
    'Fault',
    'Unavailable',
  ]
}

export function refusalResponses(): Json {
  return Object.fromEntries(
    Object.entries(refusals).map(([name, { about, code, msg, data }]) => [
      name,
      {
        description: about,
        content: {
          'application/json': {
            schema: { $ref: `#/components/schemas/${schemaNames[name] ?? 'Refusal'}` },
            example: { code, msg, data },
          },
        },
      },
    ]),
  )
}
