import { fuzzEveryCall } from './fuzz/every-call.ts'

/** A sample of what `fuzz.long.test.ts` sends. */
fuzzEveryCall(500)
