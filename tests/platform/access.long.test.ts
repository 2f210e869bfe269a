import { expect, test } from 'vitest'
import { type AccessHolder, holders } from '#contracts/access'
import type { Endpoint } from '#contracts/endpoint'
import { limits } from '#contracts/limits'
import { endpoints } from '#contracts/registry'
import { covers, scopeOf } from '#platform/kernel/auth/authority'
import { testPlatform } from './harness.ts'
import { makeWorld } from './world.ts'

const platform = testPlatform()

/** What any one of several permissions opens, each set once. */
const sets = [
  ...new Map(
    Object.values<Endpoint>(endpoints)
      .filter(({ access, permissions }) => access === 'session' && permissions.length > 0)
      .map(({ permissions }) => [permissions.join(','), permissions]),
  ).values(),
]

async function allHolders(orgId: string, codes: string): Promise<AccessHolder[]> {
  const all: AccessHolder[] = []
  for (let page = 1; ; page += 1) {
    const query = { orgId, codes, page, limit: limits.largestPage }
    const { content, meta } = await platform.ok(holders, { as: 'admin' }, { query })
    all.push(...content)
    if (content.length < limits.largestPage) {
      expect(meta.count).toBe(all.length)
      return all
    }
  }
}

test('WHY-1 who may are those of whom it is true, for every person, call and organization', async () => {
  const { people, organizations } = await makeWorld(platform, [...new Set(sets.flat())])
  for (const permissions of sets) {
    const scopes = await Promise.all(
      people.map(({ super: superIdentification, ...person }) =>
        scopeOf(platform.db, { ...person, superIdentification }, permissions),
      ),
    )
    for (const { id: orgId } of organizations) {
      const told = await allHolders(orgId, permissions.join(','))
      const may = people.filter(({ enabled }, at) => {
        const scope = scopes[at]
        return enabled && scope !== undefined && covers(scope, orgId)
      })
      const ofWorld = told.filter(({ account }) => account.startsWith('world')).map(({ id }) => id)
      expect(ofWorld.toSorted()).toEqual(may.map(({ id }) => id).toSorted())
    }
  }
})
