import { expect, it } from 'vitest'
import { HOUR_MS } from '../../../domain/dates/durations.ts'
import { newId } from '../ids.ts'
import { createTokenSigner } from './session-tokens.ts'

const NOW = Date.UTC(2026, 10, 20)
const [FORMER, CURRENT, OTHER] = ['former', 'current', 'other'].map((name) => name.repeat(8)) as [
  string,
  string,
  string,
]
const claims = {
  audience: 'staff',
  subject: newId(NOW),
  sessionId: newId(NOW),
  generation: 1,
  accountId: null,
} as const
const signedBy = (secret: string, previous?: string) =>
  createTokenSigner(secret, previous).sign(claims, NOW, NOW + HOUR_MS)

it('accepts tokens of the previous and the current secret until the previous one is removed', async () => {
  const [old, fresh] = [await signedBy(FORMER), await signedBy(CURRENT, FORMER)]
  const both = createTokenSigner(CURRENT, FORMER)
  for (const token of [old, fresh])
    expect(await both.verify(token, NOW)).toMatchObject({ ok: true, claims: { subject: claims.subject } })
  const current = createTokenSigner(CURRENT)
  expect(await current.verify(old, NOW)).toEqual({ ok: false, expired: null })
  expect(await current.verify(fresh, NOW), 'new ones are signed by the current secret').toMatchObject({
    ok: true,
  })
})

it('refuses a token of a third secret', async () => {
  const both = createTokenSigner(CURRENT, FORMER)
  expect(await both.verify(await signedBy(OTHER), NOW)).toEqual({ ok: false, expired: null })
})
