import { ForbiddenView } from '#components/shell/refusal-views'

/** Outside the console nobody is refused a page; Next would put a view of its own into every one. */
export default function Forbidden() {
  return <ForbiddenView />
}
