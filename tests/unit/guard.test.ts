import { describe, expect, test } from 'vitest'
import { guard, type Navigation } from '#lib/server/page/guard'

const person = { superIdentification: false, hasContext: true, logoutNonce: 'mark' }
const nobody = null

function navigation(
  address: string,
  session: Navigation['session'],
  more: Partial<Navigation> = {},
): Navigation {
  const url = new URL(address, 'http://console')
  return {
    method: 'GET',
    pathname: url.pathname,
    search: url.searchParams,
    destination: 'document',
    purpose: null,
    session,
    hasCookie: session !== null,
    ...more,
  }
}
function leadsTo(address: string, session: Navigation['session'], more?: Partial<Navigation>): string {
  const verdict = guard(navigation(address, session, more))
  return verdict.do === 'redirect' ? verdict.to : verdict.do
}

describe('portal logout', () => {
  test('GUARD-1 areaPortalLogout=true ends the session on any path', () => {
    for (const path of ['/', '/home', '/account/index', '/selectSystem', '/login', '/nowhere']) {
      const verdict = guard(navigation(`${path}?areaPortalLogout=true&x=1`, person))
      expect(verdict).toEqual({ do: 'redirect', to: '/login', clearSession: true, signOut: true })
    }
  })
  test('WHY-3 a view that is over leads back to oneself; logging out at the portal ends both', () => {
    const view = { ...person, isView: true }
    const over = guard(navigation('/login?reason=ended&ended=mark', view))
    expect(over).toEqual({ do: 'redirect', to: '/', leaveView: true })
    const back = (from: string) =>
      guard(navigation(`/login?reason=ended&ended=mark&from=${encodeURIComponent(from)}`, view))
    // The page stays, where there is one; whoever sends people here has no say in where they land.
    expect(back('/role/index?page=2')).toEqual({ do: 'redirect', to: '/role/index?page=2', leaveView: true })
    expect(back('//elsewhere.example')).toEqual({ do: 'redirect', to: '/', leaveView: true })
    const out = guard(navigation('/home?areaPortalLogout=true', view))
    expect(out).toEqual({ do: 'redirect', to: '/login', clearSession: true, signOut: true })
  })
  test('GUARD-1 without a session it is no error', () => {
    const verdict = guard(navigation('/home?areaPortalLogout=true', nobody))
    expect(verdict).toMatchObject({ to: '/login', signOut: false })
  })
  test('GUARD-1 an image, a frame or a script signs nobody out; what is got beforehand neither, and is no page', () => {
    for (const destination of ['image', 'iframe', 'frame', 'empty', 'script', 'object']) {
      expect(leadsTo('/home?areaPortalLogout=true', person, { destination }), destination).toBe('show')
    }
    for (const purpose of ['prefetch', 'prefetch;prerender', 'prerender']) {
      for (const destination of ['document', 'empty', null]) {
        const verdict = guard(navigation('/home?areaPortalLogout=true', person, { purpose, destination }))
        expect(verdict, purpose).toEqual({ do: 'refuse', status: 403 })
      }
      expect(leadsTo('/home', person, { purpose }), purpose).toBe('show')
    }
    expect(leadsTo('/home?areaPortalLogout=true', person, { method: 'HEAD' })).toBe('show')
  })
  test('GUARD-1 a browser that sends no Sec-Fetch-Dest (plain HTTP) is believed', () => {
    expect(leadsTo('/home?areaPortalLogout=true', person, { destination: null })).toBe('/login')
  })
  test('GUARD-1 other values are no logout', () => {
    for (const value of ['false', 'TRUE', '1', '']) {
      expect(leadsTo(`/home?areaPortalLogout=${value}`, person), value).toBe('show')
    }
  })
})

test('GUARD-2 GUARD-4 GUARD-7 GUARD-9 GUARD-10 GUARD-12 a slash at the end of a page of the console is taken off before anything is decided', () => {
  for (const path of ['/home', '/selectSystem', '/toggleSystem', '/newPassword', '/user', '/ems/screen']) {
    expect(leadsTo(`${path}/`, person), path).toBe(path)
    expect(leadsTo(`${path}/`, nobody), path).toBe(leadsTo(path, nobody))
  }
  expect(leadsTo('/account/index/?page=2', person)).toBe('/account/index?page=2')
  expect(leadsTo('/account/index/?page=2', nobody)).toBe('/login?from=%2Faccount%2Findex%3Fpage%3D2')
  for (const session of [nobody, person])
    expect(leadsTo('/login/?from=%2Fhome', session)).toBe('/login?from=%2Fhome')
  expect(leadsTo('/ems/stations/', person), 'a page of a sub-application').toBe('show')
  expect(leadsTo('/home/?areaPortalLogout=true', person)).toBe('/login')
})

test('GUARD-2 LOGIN-4 a browser that keeps no cookies comes back to a sign-in page that says so', () => {
  expect(leadsTo('/selectSystem?from=%2Fa', nobody, { keepsNone: true })).toBe('/login?reason=cookies')
  expect(leadsTo('/login', nobody, { keepsNone: true })).toBe('show')
})

describe('without a session', () => {
  test('GUARD-2 every page but the login page leads to it and keeps the way back', () => {
    expect(leadsTo('/', nobody)).toBe('/login')
    expect(leadsTo('/account/index?page=2', nobody)).toBe('/login?from=%2Faccount%2Findex%3Fpage%3D2')
    expect(leadsTo('/nowhere', nobody)).toBe('/login?from=%2Fnowhere')
    expect(leadsTo('/login', nobody)).toBe('show')
  })
  test('GUARD-2 a cookie that does not open is deleted, and the login page shows', () => {
    expect(guard(navigation('/login', nobody, { hasCookie: true }))).toEqual({
      do: 'show',
      clearSession: true,
    })
    expect(guard(navigation('/home', nobody, { hasCookie: true }))).toMatchObject({ clearSession: true })
  })
  test('GUARD-2 writing to a page is refused', () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      expect(guard(navigation('/home', person, { method }))).toEqual({ do: 'refuse', status: 405 })
    }
  })
})

describe('with a session', () => {
  test('GUARD-3 the login page leads to the home page', () => {
    expect(leadsTo('/login', person)).toBe('/')
    expect(leadsTo('/login?from=%2Frole%2Findex', person), 'or on to the page that was asked for').toBe(
      '/role/index',
    )
    expect(leadsTo('/login?reason=ended&ended=forged', person)).toBe('/')
  })
  test('GUARD-5 a page that found the session over ends it by its mark', () => {
    const verdict = guard(navigation('/login?reason=verification&ended=mark', person))
    expect(verdict).toEqual({ do: 'show', clearSession: true, signOut: true })
    const ended = guard(navigation('/login?reason=ended&ended=mark', person))
    expect(ended, 'the platform said so itself').toMatchObject({ clearSession: true, signOut: false })
  })
  test('GUARD-4 the chooser leads a super administrator home', () => {
    expect(leadsTo('/selectSystem', { ...person, superIdentification: true })).toBe('/')
    expect(leadsTo('/selectSystem', person)).toBe('show')
  })
  test('GUARD-6 a page whose menu was refused leaves the system, by its mark only', () => {
    expect(guard(navigation('/selectSystem?left=mark', person))).toMatchObject({
      do: 'redirect',
      leaveSystem: true,
    })
    expect(leadsTo('/selectSystem?left=forged', person)).toBe('show')
  })
  test('GUARD-7 a console page without a system leads to the chooser and keeps the way back', () => {
    const outside = { ...person, hasContext: false }
    expect(leadsTo('/home', outside)).toBe('/selectSystem')
    expect(leadsTo('/role/index?page=3', outside)).toBe('/selectSystem?from=%2Frole%2Findex%3Fpage%3D3')
    expect(leadsTo('/home', { ...outside, superIdentification: true })).toBe('show')
  })
  test('GUARD-10 / leads to /home, /user to /user/index', () => {
    expect(leadsTo('/', person)).toBe('/home')
    expect(leadsTo('/user', person)).toBe('/user/index')
  })
  test('GUARD-12 /toggleSystem opens the chooser without entering by itself', () => {
    expect(leadsTo('/toggleSystem', person)).toBe('/selectSystem?nf=t')
  })
})
