import { fuzzEveryCall } from './fuzz/every-call.ts'

fuzzEveryCall(10_000)
