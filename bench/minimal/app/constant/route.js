/** The least that a call can be. */
export const dynamic = 'force-dynamic'
export const GET = () => Response.json({ code: 0, msg: 'ok', data: null })
