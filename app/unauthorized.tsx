import { ForbiddenView } from '#components/shell/forbidden-view'

/** Outside the console nobody is refused a page; Next would put a view of its own into every one. */
export default function Unauthorized() {
  return <ForbiddenView />
}
