import { expect, it } from 'vitest'
import { chooseScopes, pageOf, wayOn } from './rules.ts'

const APP = 'https://app.example.test'

it('a redirect address is one of the provider’s own pages, letter by letter', () => {
  expect(pageOf(APP, 'google', `${APP}/google-redirect`)).toBe('/google-redirect')
  for (const address of [
    `${APP}/google-redirect/`,
    `${APP}/google-redirect?next=//evil.test`,
    `${APP}/google-redirect#x`,
    `${APP}//google-redirect`,
    `${APP}/x/../google-redirect`,
    `${APP}/%67oogle-redirect`,
    `${APP}/facebook-redirect`,
    `${APP}/login`,
    APP,
    '/google-redirect',
    '//evil.test/google-redirect',
    'https://evil.test/google-redirect',
    'https://app.example.test@evil.test/google-redirect',
    'https://app.example.test.evil.test/google-redirect',
    'https://APP.example.test/google-redirect',
    'http://app.example.test/google-redirect',
    'https:/\\evil.test/google-redirect',
    'javascript:alert(1)',
    '',
  ])
    expect(pageOf(APP, 'google', address), address).toBeNull()
})

it('nothing but who somebody is is asked for', () => {
  const offered = ['openid', 'profile', 'email']
  expect(chooseScopes(undefined, offered)).toEqual(offered)
  expect(chooseScopes('', offered)).toEqual(offered)
  expect(chooseScopes('openid email', offered)).toEqual(['openid', 'email'])
  expect(chooseScopes('openid accounting.transactions', offered)).toBeNull()
})

it.each([
  ['google', '/google-redirect', { known: true, email: null }, '/'],
  ['google', '/google-redirect', { known: false, email: 'a@b.test' }, '/signup?lead=google'],
  ['facebook', '/facebook-redirect', { known: false, email: null }, '/signup?require_email=1&lead=facebook'],
  ['xero', '/xero-redirect', { known: false, email: 'a@b.test' }, '/signup?lead=xero'],
  ['xero', '/sso/xero/signup/end', { known: false, email: 'a@b.test' }, '/signup?require_email=1&lead=xero'],
] as const)('from %s at %s one goes on to where one’s sign-up is', (provider, page, person, path) => {
  expect(wayOn(provider, page, person)).toBe(path)
})
