import { kinds } from './kinds'
import { testRules } from './standard-lists'

// The wiring of each list; what is the frame's own at one of them, at the others in standard-lists.long.spec.ts.
for (const kind of kinds)
  testRules(
    kind,
    kind.key === 'department' ? ['search', 'life', 'taken', 'lastRow', 'rights'] : ['search', 'life'],
  )
