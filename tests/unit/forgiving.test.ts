import { expect, test } from 'vitest'
import { listConfig } from '#contracts/allocation'
import { mainMenu } from '#contracts/session'
import { forgiving } from '#lib/forgiving'

test('PERM-1 PERM-2 an odd value of what withholds withholds', () => {
  const node = { id: '1', name: 'Page', type: 2, code: 'ems.page', granted: 'N' }
  expect(forgiving(mainMenu, [node])).toMatchObject([{ code: 'ems.page', granted: false }])
  expect(forgiving(mainMenu, [{ ...node, granted: true, enabled: 'N' }])).toEqual([])
  const system = { id: '1', name: 'EMS', code: 'ems', version: '1', type: 0, enable: 1, isControl: false }
  expect(JSON.stringify(forgiving(listConfig, [system]))).toContain('"isControl":0')
})
