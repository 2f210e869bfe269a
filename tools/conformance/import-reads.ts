import { type ImportRow, importFields } from '#contracts/account-import'
import type { EndpointName } from '#contracts/registry'
import { withSection } from './answer.ts'
import { describe } from './mask.ts'
import type { Probe } from './probe.ts'

/** Accounts from a file: rows that name nothing, and an import that there is none of. */
export const importReads = {
  'accountImport.check': async ({ probe }) => {
    const nothing = Object.fromEntries(importFields.map((field) => [field, ''])) as ImportRow
    const row = { ...nothing, organization: 'conformance-nowhere-7q' }
    const checked = await probe.success('accountImport.check', { body: { rows: [row, row] } })
    if (checked === undefined) return
    const isTold =
      checked.length === 2 && checked.every(({ faults, account }) => faults.length > 0 && !account)
    if (!isTold)
      tell(probe, 'accountImport.check', 'data', 'faults of both rows, which name nothing', describe(checked))
  },
  'accountImport.imported': async ({ probe }) => {
    const rows = await probe.success('accountImport.imported', { query: { importId: 'conformance-none-7q' } })
    if (rows !== undefined && rows.length > 0) {
      tell(probe, 'accountImport.imported', 'data', 'nothing: there is no such import', describe(rows))
    }
  },
} satisfies Partial<Record<EndpointName, (reading: { probe: Probe }) => Promise<void>>>

function tell(probe: Probe, call: EndpointName, at: string, contract: string, came: string): void {
  const sent = probe.wordsOf(call, {})
  probe.findings.difference({ call, at, sent, contract: withSection(call, contract), came })
}
