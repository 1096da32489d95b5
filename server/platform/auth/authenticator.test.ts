import { describe, expect, it } from 'vitest'
import {
  authenticatorUri,
  codeAt,
  newAuthenticatorSecret,
  newRecoveryCodes,
  recoveryCodeHashes,
  stepOfCode,
} from './authenticator.ts'

/** Key of RFC 6238, appendix B, in base 32. */
const RFC_KEY = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

describe('codes of an authenticator app', () => {
  it('match the test vectors of RFC 6238 in six digits', () => {
    const vectors: [number, string][] = [
      [59, '287082'],
      [1_111_111_109, '081804'],
      [1_111_111_111, '050471'],
      [1_234_567_890, '005924'],
      [2_000_000_000, '279037'],
    ]
    for (const [seconds, code] of vectors) {
      expect(codeAt(RFC_KEY, seconds * 1000)).toBe(code)
      expect(stepOfCode(RFC_KEY, code, seconds * 1000)).toBe(Math.floor(seconds / 30))
    }
  })

  it('are accepted for the previous and the next step, as steps of their own, and for no others', () => {
    const now = 1_800_000_000_000
    for (const away of [-1, 0, 1])
      expect(stepOfCode(RFC_KEY, codeAt(RFC_KEY, now + away * 30_000), now)).toBe(now / 30_000 + away)
    for (const away of [-2, 2, 100])
      expect(stepOfCode(RFC_KEY, codeAt(RFC_KEY, now + away * 30_000), now)).toBeNull()
  })

  it('may be typed in two groups; anything else is refused', () => {
    const now = 59_000
    expect(stepOfCode(RFC_KEY, ' 287 082 ', now)).toBe(1)
    for (const typed of ['', '28708', '2870822', 'abcdef', '２８７０８２', '287082\u0000', '-287082'])
      expect(stepOfCode(RFC_KEY, typed, now)).toBeNull()
  })

  it('come from 160 random bits in an otpauth address', () => {
    const secret = newAuthenticatorSecret()
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(newAuthenticatorSecret()).not.toBe(secret)
    const uri = new URL(authenticatorUri(secret, 'ada+books@people.test', 'Quittance'))
    expect([uri.protocol, uri.host]).toEqual(['otpauth:', 'totp'])
    expect(decodeURIComponent(uri.pathname)).toBe('/Quittance:ada+books@people.test')
    expect(Object.fromEntries(uri.searchParams)).toMatchObject({
      issuer: 'Quittance',
      secret,
      digits: '6',
      period: '30',
    })
  })
})

it('creates ten distinct recovery codes and recognizes them in any notation', () => {
  const hashes = (userId: string, code: string) =>
    recoveryCodeHashes({ secret: 'present', previousSecret: 'former' }, userId, code)
  const codes = newRecoveryCodes()
  expect(new Set(codes).size).toBe(10)
  for (const code of codes) {
    expect(code).toMatch(/^\d{5}-\d{5}-\d{5}$/)
    const typed = ` ${code.replaceAll('-', ' ')} `
    expect(hashes('a', typed)).toEqual(hashes('a', code))
    expect(hashes('b', code)).not.toEqual(hashes('a', code))
  }
})
