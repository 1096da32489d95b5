import { describe, expect, it } from 'vitest'
import { chooseScopes, isPredecessor, nextPath, pageOf } from './rules.ts'

const APP = 'https://app.example.test'

describe('isPredecessor', () => {
  it.each([
    [4, 0, true],
    [4, 30_000, true],
    [4, 30_001, false],
    [3, 0, false],
    [5, 0, false],
    [6, 0, false],
  ])('current generation 5, generation %i presented after %i ms: %s', (presented, after, expected) => {
    expect(isPredecessor({ generation: 5, rotatedAtMs: 1000 }, presented, 1000 + after)).toBe(expected)
  })
})

it('accepts a redirect address only if it equals one of the provider’s pages letter by letter', () => {
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

it('refuses scopes beyond those that identify a person', () => {
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
] as const)('opens the right page after a callback of %s at %s', (provider, page, person, path) => {
  expect(nextPath(provider, page, person)).toBe(path)
})
