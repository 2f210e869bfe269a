import { readdirSync } from 'node:fs'
import type { Endpoint, Schema } from '#contracts/endpoint'
import type { Resource } from '#contracts/resource'

/** Every file of lib/contracts, imported, so that a new one is tested without being listed. */
const folder = new URL('../../../lib/contracts/', import.meta.url)

export const modules: Record<string, Record<string, unknown>> = {}
for (const file of readdirSync(folder).filter((name) => name.endsWith('.ts'))) {
  modules[file.slice(0, -3)] = await import(/* @vite-ignore */ new URL(file, folder).pathname)
}

export function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && '_zod' in value
}

export function isEndpoint(value: unknown): value is Endpoint {
  return (
    typeof value === 'object' &&
    value !== null &&
    'method' in value &&
    'path' in value &&
    'permissions' in value
  )
}

export function isResource(value: unknown): value is Resource {
  return typeof value === 'object' && value !== null && 'endpoints' in value && 'sections' in value
}
