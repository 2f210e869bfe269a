import { kinds } from './kinds'
import { testRules } from './standard-lists'

for (const kind of kinds) if (kind.key !== 'department') testRules(kind, ['taken', 'lastRow', 'rights'])
