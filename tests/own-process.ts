import channels from 'node:diagnostics_channel'
import { syncBuiltinESMExports } from 'node:module'
import { vi } from 'vitest'

/** What a process begins with, and what was subscribed in it since. */
interface Beginning {
  env: NodeJS.ProcessEnv
  globals: ReadonlyMap<PropertyKey, PropertyDescriptor>
  subscribed: Parameters<typeof channels.subscribe>[]
}

// Test files share a process, which takes as long to start as most of them take, and nothing else: what one of them made of modules,
// of the environment and of what stands in the process is gone for the next.
const kept = globalThis as { beginning?: Beginning }
kept.beginning ??= begin()
const { env, globals, subscribed } = kept.beginning
for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name]
Object.assign(process.env, env)
for (const name of Reflect.ownKeys(globalThis)) {
  const own = globals.get(name)
  if (own !== undefined) Object.defineProperty(globalThis, name, own)
  else if (!isRunners(name)) Reflect.deleteProperty(globalThis, name)
}
for (const one of subscribed.splice(0)) channels.unsubscribe(...one)
vi.resetModules()

function begin(): Beginning {
  const subscribed: Beginning['subscribed'] = []
  const { subscribe } = channels
  channels.subscribe = (...given) => {
    subscribed.push(given)
    subscribe(...given)
  }
  syncBuiltinESMExports()
  const all = Object.entries(Object.getOwnPropertyDescriptors(globalThis))
  const globals = new Map(all.filter(([name, { configurable }]) => configurable && !isRunners(name)))
  return { env: { ...process.env }, globals, subscribed }
}

/** Vitest keeps its own there, and this file. */
function isRunners(name: PropertyKey): boolean {
  return typeof name === 'symbol' || /vitest|^beginning$/.test(String(name))
}
