import { kinds } from './kinds'
import { testRules } from './standard-lists'

for (const kind of kinds)
  if (kind.key !== 'department') testRules(kind, ['life', 'taken', 'lastRow', 'rights'])
