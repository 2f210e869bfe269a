/** Files of this build are answered before: what comes here is none of them, and no page is made to say so. */
export function GET(): Response {
  return new Response(null, { status: 404, headers: { 'cache-control': 'no-store' } })
}
