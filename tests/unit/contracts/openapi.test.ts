import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { Endpoint } from '#contracts/endpoint'
import { openapi } from '#contracts/openapi'
import { endpoints } from '#contracts/registry'

const text = readFileSync(new URL('../../../docs/openapi.json', import.meta.url), 'utf8')
const document = openapi()

describe('the OpenAPI document', () => {
  test('CALL-1 docs/openapi.json is what the contract says now (npm run openapi writes it)', () => {
    expect(text === `${JSON.stringify(document, null, 2)}\n`, 'docs/openapi.json is stale').toBe(true)
  })

  test('CALL-1 every endpoint is an operation with its permissions, its parameters and its answer', () => {
    for (const [name, endpoint] of Object.entries<Endpoint>(endpoints)) {
      const operation = document.paths[endpoint.path][endpoint.method.toLowerCase()]
      expect(operation.operationId).toBe(name)
      expect(operation['x-permissions']).toEqual(endpoint.permissions)
      expect(operation.security).toEqual([{ [endpoint.access === 'client' ? 'basic' : 'bearer']: [] }])
      const inPath = operation.parameters.filter((part: { in?: string }) => part.in === 'path')
      expect(inPath.map((part: { name: string }) => `{${part.name}}`)).toEqual(
        endpoint.path.match(/\{\w+\}/g) ?? [],
      )
      expect(operation.requestBody === undefined).toBe(endpoint.encoding === 'none')
      expect(operation.responses[200].description).toBeTruthy()
    }
    const operations = Object.values<object>(document.paths).flatMap((methods) => Object.values(methods))
    expect(operations.length).toBe(Object.keys(endpoints).length)
  })

  test('CALL-1 examples hold what people would write, wherever a field may be written in more ways than one', () => {
    const { example } = document.paths['/auth/info'].get.responses[200].content['application/json']
    expect(example.data).toMatchObject({ username: 'lihua', phone: '13800138000', superIdentification: true })
  })

  test('CALL-1 every reference in the document leads somewhere', () => {
    const references = [...text.matchAll(/"\$ref": "#\/([^"]+)"/g)].map((hit) => hit[1] ?? '')
    expect(references.length).toBeGreaterThan(100)
    for (const reference of new Set(references)) {
      const target = reference.split('/').reduce((at, key) => at?.[key], document)
      expect(target, reference).toBeDefined()
    }
  })

  test('CALL-1 the text rules of section 5 are readable in it', () => {
    const { properties, required } =
      document.paths['/sys/role/page/add'].post.requestBody.content['application/json'].schema
    expect(properties.name).toMatchObject({ minLength: 1, maxLength: 20 })
    expect(required).toEqual(['name', 'orgId', 'resourceIdList'])
  })
})
