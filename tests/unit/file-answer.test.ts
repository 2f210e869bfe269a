import { expect, test } from 'vitest'
import { answerHeader, answerOf, answerText, type FileAnswer, kindOf } from '#lib/file-answer'

function carried(answer: FileAnswer, status = 502): FileAnswer {
  return answerOf(new Response(null, { status, headers: { [answerHeader]: answerText(answer) } }))
}

test('FRAME-8 what a system’s server did comes to the page as it was', () => {
  const refused: FileAnswer = { status: 502, fault: 'unreachable', cause: 'ECONNREFUSED' }
  expect(carried(refused)).toEqual(refused)
  const moved: FileAnswer = { status: 302, type: 'text/html', to: 'https://登录.example/?a=1&b=2' }
  expect(carried(moved)).toEqual(moved)
  expect(carried({ status: 302, to: 'x'.repeat(5000) }).to).toHaveLength(200)
  const own = new Response('{}', { headers: { 'content-type': 'application/json; charset=utf-8' } })
  expect(answerOf(own)).toEqual({ status: 200, type: 'application/json' })
  const odd = new Response(null, { status: 404, headers: { [answerHeader]: 'fault=fire&status=1' } })
  expect(answerOf(odd)).toEqual({ status: 404 })
})

test.each<[FileAnswer, ReturnType<typeof kindOf>]>([
  [{ status: 0 }, 'offline'],
  [{ status: 502, fault: 'unreachable' }, 'unreachable'],
  [{ status: 504, fault: 'timeout' }, 'timeout'],
  [{ status: 413, fault: 'tooLarge' }, 'nonsense'],
  [{ status: 302, to: '/login' }, 'redirect'],
  [{ status: 401 }, 'signedOut'],
  [{ status: 401, type: 'text/html' }, 'status'],
  [{ status: 429 }, 'tooMany'],
  [{ status: 404, type: 'text/html' }, 'missing'],
  [{ status: 200, type: 'application/json' }, 'wrongType'],
  [{ status: 500 }, 'status'],
])('FRAME-8 an answer %o is told as %s', (answer, kind) => {
  expect(kindOf(answer)).toBe(kind)
})
