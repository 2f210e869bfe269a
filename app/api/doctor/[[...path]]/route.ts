import { forward } from '#lib/server/bff/forward'
import { answerDoctor } from '#lib/server/doctor/doctor'

export {
  answerDoctor as GET,
  answerDoctor as POST,
  forward as DELETE,
  forward as HEAD,
  forward as OPTIONS,
  forward as PATCH,
  forward as PUT,
}
