import { describe, expect, it } from 'vitest'
import { aToken } from './testing.ts'
import { readToken, tokenState } from './token.ts'

const NOW = 1_790_000_000_000

describe('tokenState', () => {
  it('is none without a token', () => {
    expect(tokenState(null, NOW)).toBe('none')
    expect(tokenState('', NOW)).toBe('none')
  })

  it('is timed out once exp is in the past, to the second', () => {
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
  it('reads subject and times, with non-ASCII letters', () => {
    expect(readToken(aToken(NOW, 60_000, 'zoë'))).toEqual({
      subject: 'zoë',
      issuedAtMs: NOW,
      expiresAtMs: NOW + 60_000,
    })
  })
})
