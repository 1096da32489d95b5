import { expect, it } from 'vitest'
import { HOUR_MS } from '../../../domain/dates/durations.ts'
import { newId } from '../ids.ts'
import { createTokenSigner } from './session-tokens.ts'

const NOW = Date.UTC(2026, 10, 20)
const [FORMER, PRESENT, OTHER] = ['former', 'present', 'other'].map((name) => name.repeat(8)) as [
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
  const [old, fresh] = [await signedBy(FORMER), await signedBy(PRESENT, FORMER)]
  const both = createTokenSigner(PRESENT, FORMER)
  for (const token of [old, fresh])
    expect(await both.verify(token, NOW)).toMatchObject({ ok: true, claims: { subject: claims.subject } })
  const present = createTokenSigner(PRESENT)
  expect(await present.verify(old, NOW)).toEqual({ ok: false, expired: null })
  expect(await present.verify(fresh, NOW), 'new ones are signed by the current secret').toMatchObject({
    ok: true,
  })
})

it('refuses a token of a third secret', async () => {
  const both = createTokenSigner(PRESENT, FORMER)
  expect(await both.verify(await signedBy(OTHER), NOW)).toEqual({ ok: false, expired: null })
})
