import { expect, it } from 'vitest'
import { isWholeAnswer, SIGN_IN_PROVIDERS } from './sign-in-providers.ts'

it('no two providers share a callback page, and each page is a path of ours', () => {
  const pages = Object.values(SIGN_IN_PROVIDERS).flatMap((provider): readonly string[] => provider.pages)
  expect(new Set(pages).size).toBe(pages.length)
  for (const page of pages) expect(page).toMatch(/^(\/[a-z-]+)+$/)
})

it.each([
  ['/google-redirect', 'code', '', true],
  ['/google-redirect', '', 'openid', false],
  ['/sso/xero/signup/end', 'code', 'openid', true],
  ['/sso/xero/signup/end', 'code', '', false],
  ['/sso/xero/signup/end', '', 'openid', false],
])('an answer at %s with code "%s" and scope "%s" is whole: %s', (page, code, scope, whole) => {
  expect(isWholeAnswer(page, code, scope)).toBe(whole)
})
