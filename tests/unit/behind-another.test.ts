import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { judgeForwarding } from '../../tools/doctor/checks/forwarding.ts'
import { fixOf, seen, url } from './probe-reports.ts'

const read = (file: string) => readFileSync(join(import.meta.dirname, '../../docs/proxy', file), 'utf8')

describe('EDGE-16 OPS-6 a proxy behind another one', () => {
  test('nginx has a line for each header that it takes from the outer one', () => {
    const [, comment = ''] = /^# Behind another proxy.*\n((?:# .*\n)+)/m.exec(read('nginx-pass.conf')) ?? []
    for (const line of [
      'X-Forwarded-For $proxy_add_x_forwarded_for;',
      'X-Forwarded-Proto $http_x_forwarded_proto;',
      'X-Request-ID $http_x_request_id;',
    ])
      expect(comment).toContain(`# proxy_set_header ${line}\n`)
  })
  test('Apache names the lines that are left out', () => {
    expect(read('apache.conf')).toMatch(
      /Behind another proxy, leave out the lines of X-Forwarded-For, X-Forwarded-Proto and X-Request-ID/,
    )
  })
  test('the doctor names the line for it, where the scheme of the outer one is lost', () => {
    const headers = { ...seen.headers, 'x-forwarded-proto': 'http' }
    const fix = fixOf(judgeForwarding(url, { ...seen, headers }), 'forwarded-proto')
    expect(fix.nginx).toMatch(/X-Forwarded-Proto \$scheme;.*behind another.*\$http_x_forwarded_proto/)
  })
})
