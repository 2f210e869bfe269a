import { answerReady } from '#lib/server/health/health'

export { answerReady as GET }
