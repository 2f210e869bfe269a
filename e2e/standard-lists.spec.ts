import { kinds } from './kinds'
import { testRules } from './standard-lists'

// A whole life of a record, and what is the frame's own, at one of the lists: at the others in standard-lists.long.spec.ts.
for (const kind of kinds)
  testRules(kind, kind.key === 'department' ? ['search', 'life', 'taken', 'lastRow', 'rights'] : ['search'])
