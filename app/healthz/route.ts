import { answerAlive } from '#lib/server/health/health'

export { answerAlive as GET }
