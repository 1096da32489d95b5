import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Outcome } from '../../server/gateways/payments/port.ts'
import { sampleOf } from '../ring.ts'
import { SMOKE_ROWS } from './rows.ts'
import { newKey, paymentOf, type Subject } from './subject.ts'

/*
 * The same few calls of each adapter at its simulator and, where the environment has test keys of a real account, at the processor
 * itself. CONTRIBUTING.md names the keys. No money moves.
 */

const SIMULATED = sampleOf(SMOKE_ROWS, 1).map((row) => ({
  name: `${row.name}, simulated`,
  open: () => row.openSimulated(),
}))
const REAL = SMOKE_ROWS.filter(({ needs }) => needs.every((name) => process.env[name])).map((row) => ({
  name: `${row.name} with test keys`,
  open: () => row.openReal(process.env),
}))
for (const { name, needs } of SMOKE_ROWS)
  if (!needs.every((one) => process.env[one])) console.log(`${name} itself is asked with ${needs.join(', ')}`)
const MINOR = 1_055n

function unwrap<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new Error(`${outcome.error.kind} ${outcome.error.code}`)
  return outcome.value
}

describe.each([...SIMULATED, ...REAL])('$name', { timeout: 120_000 }, ({ open }) => {
  let subject: Subject
  beforeAll(async () => {
    subject = await open()
  })
  afterAll(() => subject?.close())

  it('answers for the connection', async () => {
    const { adapter, connection } = subject
    expect(unwrap(await adapter.health(connection)).chargesEnabled).toBe(true)
    const payable = { minor: MINOR, currency: 'USD' }
    const invoice = {
      id: 'i',
      number: 'SMOKE-1',
      currency: 'USD',
      payable,
      depositTo: 'operating' as const,
      today: '2026-11-27',
    }
    expect(await adapter.options(connection, invoice)).not.toEqual([])
  })

  it('takes a payment once, reads it, and refunds a part once', async () => {
    const { adapter, connection, refundsAtOnce } = subject
    const request = paymentOf(await subject.fill('good'), MINOR)
    const key = newKey()
    const made = unwrap(await adapter.create(connection, request, key))
    expect(made.amount).toEqual(request.amount)
    expect(made.status).toBe(request.type === 'paypal' ? 'input' : 'confirmed')
    if (subject.isKeyed !== false) {
      const again = unwrap(await adapter.create(connection, request, key))
      expect(again.providerRef).toBe(made.providerRef)
    }
    const read = unwrap(await adapter.fetch(connection, made.providerRef))
    expect(read).toMatchObject({ providerRef: made.providerRef, status: made.status, ourId: request.ourId })
    if (!refundsAtOnce) return
    const refund = {
      ourId: newKey().replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
      paymentRef: made.providerRef,
      amount: { minor: 100n, currency: 'USD' },
      reason: 'Smoke test',
    }
    const refundKey = newKey()
    const refunded = unwrap(await adapter.refund(connection, refund, refundKey))
    expect(refunded.amount.minor).toBe(100n)
    const asked = { ourId: refund.ourId, key: refundKey, askedAt: Date.now() }
    const found = unwrap(await adapter.findRefund(connection, made.providerRef, asked))
    expect(found?.refundRef).toBe(refunded.refundRef)
    expect(unwrap(await adapter.fetch(connection, made.providerRef)).refunded.minor).toBe(100n)
  })

  it('says that a card was declined', async ({ skip }) => {
    const values = await subject.fill('declined')
    if (values === null) return skip('no card for it')
    const { adapter, connection } = subject
    const made = await adapter.create(connection, paymentOf(values, MINOR), newKey())
    expect(made.ok ? made.value.status : made.error.kind).toMatch(/declined|rejected/)
  })
})
