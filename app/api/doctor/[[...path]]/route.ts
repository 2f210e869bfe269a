import { answerDoctor } from '#lib/server/doctor'
import { forward } from '#lib/server/forward'

export {
  answerDoctor as GET,
  answerDoctor as POST,
  forward as DELETE,
  forward as HEAD,
  forward as OPTIONS,
  forward as PATCH,
  forward as PUT,
}
