import { describe, expect, it } from 'vitest'
import { aToken } from './testing.ts'
import { readToken, tokenState } from './token.ts'

const NOW = 1_790_000_000_000

describe('tokenState', () => {
  it('no token is no session', () => {
    expect(tokenState(null, NOW)).toBe('none')
    expect(tokenState('', NOW)).toBe('none')
  })

  it('a token whose exp is in the past has timed out, to the second', () => {
    const token = aToken(NOW)
    expect(tokenState(token, NOW + 15 * 60_000 - 1)).toBe('valid')
    expect(tokenState(token, NOW + 15 * 60_000)).toBe('timed_out')
  })

  it.each(['x', 'a.b.c', 'a.e30.c', `a.${btoa('{"exp":"soon"}')}.c`, `a.${btoa('null')}.c`])(
    '%s is no token',
    (text) => {
      expect(tokenState(text, NOW)).toBe('bad')
    },
  )
})

describe('readToken', () => {
  it('reads subject and times, letters outside ASCII included', () => {
    expect(readToken(aToken(NOW, 60_000, 'zoë'))).toEqual({
      subject: 'zoë',
      issuedAtMs: NOW,
      expiresAtMs: NOW + 60_000,
    })
  })
})
