import * as z from 'zod/mini'
import type { Endpoint, Schema } from './endpoint.ts'
import { isKeyed, keyHeader, keyText, lifetimeHeader } from './idempotency.ts'
import { effect } from './impact.ts'
import { exampleOf } from './openapi-examples.ts'
import { fileResponses, refusalResponses, refusalSchemas, refusals, refusalsOf } from './openapi-refusals.ts'
import { endpoints, resources } from './registry.ts'
import type { Resource } from './resource.ts'
import { rowsClientHeader, rowsType } from './rows.ts'
import { unavailable } from './unavailable.ts'

/** The version of the contract, not of the console. */
const contractVersion = '1.0.0'

// biome-ignore lint/suspicious/noExplicitAny: JSON Schema is written here, never read.
type Json = any

const mediaTypes = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  multipart: 'multipart/form-data',
} as const

/** The OpenAPI 3.1 document of every call in the registry. */
export function openapi(): Json {
  const schemas: Record<string, Json> = { ...refusalSchemas }
  schemas.Unavailable = jsonSchemaOf(unavailable, 'Unavailable', schemas)
  const paths: Record<string, Json> = {}
  for (const [name, endpoint] of Object.entries<Endpoint>(endpoints)) {
    paths[endpoint.path] ??= {}
    paths[endpoint.path][endpoint.method.toLowerCase()] = operationOf(name, endpoint, schemas)
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Atrium platform API',
      version: contractVersion,
      description:
        'The calls that the console makes of its platform. Every JSON answer is an envelope of code, msg and data; ' +
        'code 0 is success unless a call says otherwise (x-success). A platform that answers these calls can stand behind ' +
        'the console; `npm run conformance` tells where it differs.',
      license: { name: 'See the repository', identifier: 'LicenseRef-Atrium' },
      contact: { name: 'The maintainers of Atrium', url: 'https://atrium.example' },
    },
    servers: [{ url: '/' }],
    tags: Object.values<Resource>(resources).map(({ key, about, sections }) => ({
      name: key,
      description: `${about} (specification sections ${sections}).`,
    })),
    paths,
    components: { schemas, parameters: headers, responses: refusalResponses(), securitySchemes },
  }
}

function resourceOf(name: string): string {
  return name.slice(0, name.indexOf('.'))
}

function operationOf(name: string, endpoint: Endpoint, schemas: Record<string, Json>): Json {
  const schemaOf = (part: 'params' | 'query' | 'body' | 'data') =>
    jsonSchemaOf(endpoint[part], `${name}.${part}`, schemas)
  const body = endpoint.encoding === 'none' ? undefined : schemaOf('body')
  return {
    operationId: name,
    summary: endpoint.summary,
    description: descriptionOf(endpoint),
    tags: [resourceOf(name)],
    security: [endpoint.access === 'client' ? { basic: [] } : { bearer: [] }],
    'x-permissions': endpoint.permissions,
    ...(endpoint.widenedBy && { 'x-widened-by': endpoint.widenedBy }),
    ...(endpoint.operation && { 'x-operation': endpoint.operation }),
    'x-success': endpoint.success,
    'x-largest-body': endpoint.encoding === 'none' ? undefined : endpoint.largestBody,
    parameters: [
      { $ref: '#/components/parameters/locale' },
      ...(endpoint.access === 'session' ? [{ $ref: '#/components/parameters/business' }] : []),
      ...(isKeyed(endpoint) ? [{ $ref: '#/components/parameters/idempotencyKey' }] : []),
      ...(endpoint.columns ? [{ $ref: '#/components/parameters/rowsClient' }] : []),
      ...parametersOf(schemaOf('params'), 'path'),
      ...parametersOf(schemaOf('query'), 'query'),
    ],
    requestBody:
      endpoint.encoding === 'none'
        ? undefined
        : {
            required: !z.safeParse(endpoint.body, undefined).success,
            content: { [mediaTypes[endpoint.encoding]]: { schema: body, example: exampleOf(body, schemas) } },
          },
    responses: {
      200:
        endpoint.answer === 'json'
          ? envelopeResponse(endpoint, schemaOf('data'), schemas)
          : fileResponses[endpoint.answer],
      ...Object.fromEntries(
        refusalsOf(endpoint).map((word) => [
          refusals[word].status,
          { $ref: `#/components/responses/${word}` },
        ]),
      ),
    },
  }
}

function parametersOf(schema: Json, place: 'path' | 'query'): Json[] {
  return Object.entries<Json>(schema.properties ?? {}).map(([name, inner]) => ({
    name,
    in: place,
    required: place === 'path' || (schema.required ?? []).includes(name),
    schema: inner,
  }))
}

/** What the schemas themselves do not say. Here, since browsers load those. */
const meanings = z.registry<{ description: string }>().add(effect, {
  description:
    '`count` people, sessions or whatever `kind` says are touched. `names` are the first five of their different names, those ' +
    'that may be told. `unnamed` of the `count` have none of these names; where it is missing, that is `count` less the names.',
})

/**
 * What is accepted, of answers too: a platform may send more than the console reads, ids as numbers, flags as 0 and 1.
 * Recursive parts, which zod keeps in `$defs`, move to the document's components.
 */
function jsonSchemaOf(schema: Schema, name: string, schemas: Record<string, Json>): Json {
  const {
    $schema: _,
    $defs = {},
    ...own
  }: Json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', metadata: meanings })
  const renamed = (part: Json) =>
    JSON.parse(JSON.stringify(part).replaceAll('"#/$defs/', `"#/components/schemas/${name}.`))
  for (const [key, part] of Object.entries<Json>($defs)) schemas[`${name}.${key}`] = renamed(part)
  return renamed(own)
}

/** Who may make the call, and what the console does without it. */
function descriptionOf({ access, permissions, widenedBy, without }: Endpoint): string {
  const rights =
    access === 'client'
      ? 'Before sign-in, with client credentials.'
      : permissions.length === 0
        ? 'Open to everybody who is signed in.'
        : `Takes ${permissions.map((code) => `\`${code}\``).join(' or ')}.`
  const wider = widenedBy ? ` ${widenedBy.map((code) => `\`${code}\``).join(' or ')} widens the answer.` : ''
  const optional = without ? ` Optional: where a platform answers 404, ${lowerFirst(without)}` : ''
  return rights + wider + optional
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}

function envelopeResponse({ success, columns }: Endpoint, data: Json, schemas: Record<string, Json>): Json {
  return {
    description: 'Done',
    content: {
      'application/json': {
        schema: {
          type: 'object',
          properties: { code: { const: success }, msg: { type: 'string' }, data },
          required: ['code', 'msg'],
        },
        example: { code: success, msg: '', data: exampleOf(data, schemas) },
      },
      ...(columns && { [rowsType]: { schema: { type: 'string', description: rowsDescription } } }),
    },
  }
}

const rowsDescription =
  'Optional: all rows that the search finds, whatever `page` and `limit`, as one moment had them. Lines of JSON: ' +
  '`{"begin":{"id":"…"}}`, arrays of some hundred rows, at last `{"end":{"rows":…}}`, without which the answer broke off. The ' +
  'operation log has an entry of that id: the search, how many rows were handed out, and whether all were. Of the operation ' +
  'log itself `begin` may hold a `key`, which seals the lines of the file: for the client alone, which says by ' +
  `\`${rowsClientHeader}\` that it is. A platform without it answers the page.`

const headers = {
  locale: {
    name: 'locale',
    in: 'header',
    required: true,
    description: 'The language of messages',
    schema: { enum: ['en-US', 'zh-cn'] },
  },
  business: {
    name: 'business',
    in: 'header',
    description: 'The organization and system the person works in, as URI-encoded JSON',
    required: false,
    content: {
      'application/json': {
        schema: {
          type: 'object',
          properties: {
            orgId: { type: 'string' },
            orgCode: { type: 'string' },
            systemId: { type: 'string' },
          },
        },
      },
    },
  },
  idempotencyKey: {
    name: keyHeader,
    in: 'header',
    description:
      'Names one press of Save or Confirm, as draft-ietf-httpapi-idempotency-key-header has it. Optional: a platform that ' +
      `keeps keys says so in each answer to signed-in people by \`${lifetimeHeader}\`, the seconds for which it keeps them ` +
      '(a day is enough). It does what comes again from the same person under the same key only once and answers it as the ' +
      'first time, lets the second of two at once wait for the first, and refuses another request under that key with ' +
      '422. What was refused need not be kept. The console repeats writes by itself only where keys are kept.',
    required: false,
    schema: { type: 'string' },
    example: keyText('8f14e45fceea467fb0d2a1f7c1e5b6d3'),
  },
  rowsClient: {
    name: rowsClientHeader,
    in: 'header',
    description:
      "The client credentials beside the person's token (`Basic …`), where all rows are asked for. A system has such a token, " +
      'too: whoever asks without them gets the rows, and no key of the proof.',
    required: false,
    schema: { type: 'string' },
  },
}

const securitySchemes = {
  basic: { type: 'http', scheme: 'basic', description: 'Client credentials, before sign-in' },
  bearer: { type: 'http', scheme: 'bearer', description: 'The token that sign-in answers' },
}
