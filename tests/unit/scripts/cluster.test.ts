import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { clusterDocuments } from '../../../scripts/lib/cluster/documents.mjs'
import { clusterPrograms } from '../../../scripts/lib/cluster/packages.mjs'

const programs = {
  etcd: '/usr/bin/etcd',
  patroni: '/usr/bin/patroni',
  haproxy: '/usr/sbin/haproxy',
  postgres: '/usr/lib/postgresql/15/bin',
  nginx: '/usr/sbin/nginx',
  setpriv: '/usr/bin/setpriv',
}
const documents = () =>
  clusterDocuments({ folder: '/tmp/c', postgres: '/opt/pg/bin', passwords: { superuser: 'secret-1' } })

describe('npm run cluster', () => {
  test('HOLD-1 names Debian’s packages that are missing, and how to get them', () => {
    expect(clusterPrograms(programs)).toBe(programs)
    expect(() => clusterPrograms({ ...programs, etcd: undefined })).toThrow(
      'A cluster is made of Debian’s packages, and of these this one is missing: etcd-server. Install it: apt-get install etcd-server',
    )
    expect(() => clusterPrograms({ ...programs, patroni: undefined, nginx: undefined })).toThrow(
      'of these these are missing: patroni, nginx-light. Install them: apt-get install patroni nginx-light',
    )
  })

  test('HOLD-1 starts the very files of docs/operate/cluster, at ports and in a folder of its own', async () => {
    const { adapt, portOf } = documents()
    const [a, b] = [await adapt('patroni.yml', 'a'), await adapt('patroni.yml', 'b')]
    expect(a).toContain(`listen: 127.0.0.1:${await portOf('a', 5432)}`)
    expect(b).toContain(`listen: 127.0.0.1:${await portOf('b', 5432)}`)
    const members = await Promise.all(['a', 'b', 'c'].map((machine) => portOf(machine, 2379)))
    for (const text of [a, b])
      expect(text).toContain(`hosts: ${members.map((port) => `127.0.0.1:${port}`).join(',')}`)
    expect(a).toContain('data_dir: /tmp/c/a/postgresql/atrium')
    expect(a).toContain('bin_dir: /opt/pg/bin')
    expect(a).toContain('password: secret-1')
    const [postgres, api] = [await portOf('b', 5432), await portOf('b', 8008)]
    const haproxy = await adapt('haproxy.cfg', 'a')
    expect(haproxy).toContain(`server b 127.0.0.1:${postgres} check port ${api}`)
    expect(haproxy).not.toMatch(/^ *(user|group) /m)
  })

  test('HOLD-1 leaves no address of the documents over', async () => {
    const { adapt, proxy } = documents()
    const files = ['etcd.env', 'patroni.yml', 'haproxy.cfg'].map((name) => adapt(name, 'b'))
    for (const text of [...(await Promise.all(files)), proxy({ port: 1, consoles: [2, 3] })]) {
      const read = text.replaceAll(/#.*$/gm, '')
      expect(read).not.toMatch(/10\.0\.0\.|@\w+@|\/var\/|\/etc\/|example\.com/)
    }
  })
})

test('HOLD-1 the page names each file that it builds from', () => {
  const docs = resolve(import.meta.dirname, '../../../docs/operate')
  const page = readFileSync(join(docs, 'cluster.md'), 'utf8')
  for (const name of ['etcd.env', 'patroni.yml', 'haproxy.cfg']) expect(page).toContain(`fit ${name}`)
})
