import { expect, test } from 'vitest'
import { getPathAfterSignIn, interstitialRedirect, isSharePage, redirectTarget } from './guard.ts'

const anonymousVisitor = { username: null, mustChangePassword: false, mustSetSecondStep: false }
const ann = { username: 'ann', mustChangePassword: false, mustSetSecondStep: false }

test('section 2: without a username every path but the sign-in path leads to it', () => {
  expect(interstitialRedirect(anonymousVisitor, '/login')).toBeNull()
  expect(interstitialRedirect(anonymousVisitor, '/Dmanage')).toBe('/login')
  expect(interstitialRedirect(anonymousVisitor, '/scada/topo/editor', '?id=7')).toBe(
    '/login?from=%2Fscada%2Ftopo%2Feditor%3Fid%3D7',
  )
  expect(interstitialRedirect(anonymousVisitor, '/nowhere')).toBe('/login?from=%2Fnowhere')
  expect(interstitialRedirect(ann, '/scada/topo/editor', '?id=7')).toBeNull()
})

test('section 2: a drawing that is shared by a link opens without a username, and nothing else does by that', () => {
  expect(interstitialRedirect(anonymousVisitor, '/scada/topo/fullscreen', '?share=4711')).toBeNull()
  expect(interstitialRedirect({ ...ann, mustChangePassword: true }, '/scada/topo/fullscreen', '?share=4711')).toBeNull()
  for (const search of ['', '?id=7', '?share=', '?id=7&shared=1'])
    expect(interstitialRedirect(anonymousVisitor, '/scada/topo/fullscreen', search)).toMatch(/^\/login/)
  for (const path of ['/scada/topo/editor', '/scada/center', '/scada/topo/fullscreen/x'])
    expect(interstitialRedirect(anonymousVisitor, path, '?share=4711')).toMatch(/^\/login/)
})

test('a display on a wall never meets the sign-in page', () => {
  for (const search of ['?id=7&display=', '?id=7&kiosk&display'])
    expect([
      interstitialRedirect(anonymousVisitor, '/scada/topo/fullscreen', search),
      isSharePage('/scada/topo/fullscreen', search),
    ]).toEqual([null, true])
  expect(interstitialRedirect(anonymousVisitor, '/scada/topo/fullscreen', '?display=')).toMatch(/^\/login/)
  expect(interstitialRedirect(anonymousVisitor, '/scada/topo/editor', '?id=7&display=')).toMatch(/^\/login/)
})

test('a share page is recognized by its link, regardless of any signed-in user', () => {
  expect(isSharePage('/scada/topo/fullscreen', '?share=4711')).toBe(true)
  for (const search of ['', '?id=7', '?share=']) expect(isSharePage('/scada/topo/fullscreen', search)).toBe(false)
  expect(isSharePage('/scada/center', '?share=4711')).toBe(false)
})

test('section 2: the root path always redirects to the sign-in path', () => {
  expect([interstitialRedirect(anonymousVisitor, '/'), interstitialRedirect(ann, '/')]).toEqual(['/login', '/login'])
})

test('an account with its initial password stays on the sign-in page until the password is changed', () => {
  expect(interstitialRedirect({ ...ann, mustChangePassword: true }, '/Dmanage')).toBe('/login')
})

test('an account that requires a second step stays on the sign-in page until it is set up', () => {
  expect(interstitialRedirect({ ...ann, mustSetSecondStep: true }, '/profile')).toBe('/login?from=%2Fprofile')
  expect(interstitialRedirect({ ...ann, mustSetSecondStep: true }, '/login')).toBeNull()
})

test('section 2: /redirect/{path} takes the original path and query, and never leads to another host', () => {
  expect(redirectTarget('/redirect/scada/center', '?page=2')).toBe('/scada/center?page=2')
  expect(redirectTarget('/redirect//evil.test/x', '')).toBe('/evil.test/x')
  expect(redirectTarget('/redirect/\\evil.test', '')).toBe('/evil.test')
})

test('after sign-in the page that was asked for opens, if it is one of this console', () => {
  expect(getPathAfterSignIn('/scada/topo/editor?id=7')).toBe('/scada/topo/editor?id=7')
  for (const from of [null, '', '//evil.test', '/\\evil.test', 'https://evil.test', 'javascript:alert(1)', '/login']) {
    expect(getPathAfterSignIn(from)).toBe('/Dmanage')
  }
})
