import { NotFoundView } from '#components/shell/refusal-views'

export default function NotFound() {
  return <NotFoundView />
}
