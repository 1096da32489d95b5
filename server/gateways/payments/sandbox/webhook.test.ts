import { expect, it } from 'vitest'
import { signedRequest, verifyRequest } from './webhook.ts'

it('accepts a webhook only with a recent signature under one of the secrets', () => {
  const now = 1_800_000_000_000
  const event = { id: 'e1', kind: 'charge.cleared', chargeRef: 'sbc_1', accountId: 'a1' }
  const raw = signedRequest(event, 'old secret', now)
  const read = verifyRequest(raw, ['new secret', 'old secret'])
  expect(read).toEqual({
    ok: true,
    value: [
      { eventId: 'e1', kind: 'charge.cleared', object: 'payment', objectRef: 'sbc_1', recipient: 'a1' },
    ],
  })
  const forged = { ...raw, body: Buffer.from(raw.body.toString().replace('sbc_1', 'sbc_2')) }
  const spaced = { ...raw, body: Buffer.from(raw.body.toString().replace('{', '{ ')) }
  const unsigned = { ...raw, headers: {} }
  for (const bad of [
    forged,
    spaced,
    unsigned,
    { ...raw, receivedAt: now + 301_000 },
    { ...raw, receivedAt: now - 301_000 },
  ])
    expect(verifyRequest(bad, ['new secret', 'old secret']).ok).toBe(false)
  expect(verifyRequest(raw, ['another']).ok).toBe(false)
  expect(verifyRequest(raw, []).ok).toBe(false)
})
