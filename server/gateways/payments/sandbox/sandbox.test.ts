import { beforeAll, expect, it } from 'vitest'
import { DAY_MS } from '../../../../domain/dates/durations.ts'
import { passesCheckDigit } from '../../../../domain/payments/card-number.ts'
import { setUpTestApp, type Tenant } from '../../../../testing/test-app.ts'
import type { PaymentProcessor, RawRequest } from '../port.ts'
import { createSandbox } from './index.ts'
import { anId, aRequest, usd } from './testing.ts'

const test = setUpTestApp()
let sandbox: PaymentProcessor
let tenant: Tenant
let connection: { accountId: string }

beforeAll(async () => {
  sandbox = createSandbox(test.app)
  tenant = await test.tenant()
  connection = { accountId: tenant.accountId }
})

const call = (ourId: string) => ({ ourId, key: '', askedAt: test.clock.wallNow() })

async function taken(more: Parameters<typeof aRequest>[0] = {}) {
  const made = await sandbox.create(connection, aRequest(more), anId())
  if (!made.ok) throw new Error(made.error.code)
  return made.value
}

const fetched = async (ref: string) => {
  const found = await sandbox.fetch(connection, ref)
  if (!found.ok) throw new Error(found.error.code)
  return found.value
}

it('charges a card and shows brand and last four digits only', async () => {
  const asked = aRequest()
  const made = await sandbox.create(connection, asked, anId())
  expect(made).toMatchObject({
    ok: true,
    value: {
      ourId: asked.ourId,
      recipient: tenant.accountId,
      status: 'confirmed',
      amount: usd(12_345n),
      captured: usd(12_345n),
      refunded: usd(0n),
      method: { type: 'credit_card', brand: 'Visa', last4: '4242', expirationYear: 2030, expirationMonth: 1 },
      storedToken: null,
      next: null,
    },
  })
})

it.each([
  ['4000000000000002', 'card_declined', 'Your card was declined.'],
  ['4000000000009995', 'insufficient_funds', 'Your card has insufficient funds.'],
])('declines %s and finds the declined charge by our id', async (number, code, userMessage) => {
  const asked = aRequest({ number })
  const made = await sandbox.create(connection, asked, anId())
  expect(made).toMatchObject({ ok: false, error: { kind: 'declined', code, userMessage } })
  const found = await sandbox.findPayment(connection, call(asked.ourId))
  expect(found).toMatchObject({ ok: true, value: { status: 'rejected', reason: { kind: 'declined', code } } })
})

it('refuses an invalid card number without a charge', async () => {
  const asked = aRequest({ number: '4242424242424241' })
  const made = await sandbox.create(connection, asked, anId())
  expect(made).toMatchObject({
    ok: false,
    error: { kind: 'invalid', fields: { number: ['This card number is not valid.'] } },
  })
  expect(await sandbox.findPayment(connection, call(asked.ourId))).toEqual({ ok: true, value: null })
})

it('requires a challenge and continues with its answer', async () => {
  const approved = await taken({ number: '4000000000003220' })
  expect(approved).toMatchObject({ status: 'input', captured: usd(0n), next: { kind: 'challenge' } })
  const yes = await sandbox.confirm!(connection, approved.providerRef, 'approve', anId())
  expect(yes).toMatchObject({ ok: true, value: { status: 'confirmed', captured: usd(12_345n) } })
  const declined = await taken({ number: '4000000000003220' })
  const no = await sandbox.confirm!(connection, declined.providerRef, 'decline', anId())
  expect(no).toMatchObject({
    ok: true,
    value: { status: 'rejected', reason: { code: 'authentication_failed' } },
  })
  const late = await sandbox.confirm!(connection, declined.providerRef, 'approve', anId())
  expect(late).toMatchObject({ ok: false, error: { kind: 'wrong_state' } })
  const alone = await sandbox.create(
    connection,
    aRequest({ number: '4000000000003220', payerPresent: false }),
    anId(),
  )
  expect(alone).toMatchObject({ ok: false, error: { kind: 'declined', code: 'authentication_required' } })
})

it('authorizes only, then captures, voids or expires', async () => {
  const kept = await taken({ number: '4000000000000077' })
  expect(kept).toMatchObject({ status: 'preauth', captured: usd(0n) })
  const captured = await sandbox.capture!(connection, kept.providerRef, usd(12_345n), anId())
  expect(captured).toMatchObject({ ok: true, value: { status: 'confirmed', captured: usd(12_345n) } })
  const voided = await sandbox.void!(connection, kept.providerRef, anId())
  expect(voided).toMatchObject({ ok: false, error: { kind: 'wrong_state' } })
  const dropped = await taken({ number: '4000000000000077' })
  expect(await sandbox.void!(connection, dropped.providerRef, anId())).toMatchObject({
    ok: true,
    value: { status: 'rejected' },
  })
  expect(await taken({ capture: 'later' })).toMatchObject({ status: 'preauth' })
  const forgotten = await taken({ number: '4000000000000077' })
  test.clock.advance(8 * DAY_MS)
  expect(await fetched(forgotten.providerRef)).toMatchObject({
    status: 'rejected',
    reason: { kind: 'expired' },
  })
})

it('loses the answer for amounts that end in .13 and finds the charge later', async () => {
  const asked = aRequest({ amount: usd(5_013n) })
  const key = anId()
  expect(await sandbox.create(connection, asked, key)).toMatchObject({
    ok: false,
    error: { kind: 'unknown_outcome' },
  })
  const found = await sandbox.findPayment(connection, call(asked.ourId))
  expect(found).toMatchObject({ ok: true, value: { status: 'confirmed', captured: usd(5_013n) } })
  // A repetition with the same key returns the lost answer and charges nothing.
  expect(await sandbox.create(connection, asked, key)).toMatchObject({
    ok: true,
    value: { status: 'confirmed' },
  })
  const kwd = { minor: 1_130n, currency: 'KWD' }
  expect(await sandbox.create(connection, aRequest({ amount: kwd }), anId())).toMatchObject({ ok: false })
  const jpy = { minor: 113n, currency: 'JPY' }
  expect(await sandbox.create(connection, aRequest({ amount: jpy }), anId())).toMatchObject({ ok: true })
})

it('repeats the first answer for the same key and returns a conflict for another request', async () => {
  const key = anId()
  const asked = aRequest()
  const answers = await Promise.all(Array.from({ length: 20 }, () => sandbox.create(connection, asked, key)))
  const refs = new Set(answers.map((answer) => (answer.ok ? answer.value.providerRef : answer.error.code)))
  expect(refs.size).toBe(1)
  const other = await sandbox.create(connection, { ...asked, amount: usd(1n) }, key)
  expect(other).toMatchObject({ ok: false, error: { kind: 'conflict' } })
})

it('clears an e-check after three days, returns another, and returns a third after clearing', async () => {
  const [clears, returns, late] = [
    await taken({ account: '000123456789' }),
    await taken({ account: '000111111113' }),
    await taken({ account: '000222222227' }),
  ]
  for (const charge of [clears, returns, late])
    expect(charge).toMatchObject({ status: 'waiting', captured: usd(0n) })
  test.clock.advance(3 * DAY_MS)
  expect(await fetched(clears.providerRef)).toMatchObject({ status: 'confirmed', captured: usd(12_345n) })
  expect(await fetched(returns.providerRef)).toMatchObject({
    status: 'rejected',
    reason: { kind: 'returned', code: 'R02' },
    captured: usd(0n),
  })
  expect(await fetched(late.providerRef)).toMatchObject({ status: 'confirmed' })
  test.clock.advance(5 * DAY_MS)
  expect(await fetched(late.providerRef)).toMatchObject({ status: 'rejected', reason: { code: 'R10' } })
  expect(await fetched(clears.providerRef)).toMatchObject({ status: 'confirmed' })
})

it('disputes a charge after seven days unless it was refunded', async () => {
  const disputed = await taken({ number: '4000000000000259' })
  const refunded = await taken({ number: '4000000000000259' })
  const back = { ourId: anId(), paymentRef: refunded.providerRef, amount: usd(12_345n), reason: '' }
  expect(await sandbox.refund(connection, back, anId())).toMatchObject({ ok: true })
  test.clock.advance(7 * DAY_MS)
  expect(await fetched(disputed.providerRef)).toMatchObject({
    status: 'rejected',
    reason: { kind: 'disputed' },
  })
  expect(await fetched(refunded.providerRef)).toMatchObject({ status: 'refunded' })
})

it('refunds in parts and refuses more than was captured', async () => {
  const { providerRef } = await taken()
  const refund = (minor: bigint, currency = 'USD') =>
    sandbox.refund(
      connection,
      { ourId: anId(), paymentRef: providerRef, amount: { minor, currency }, reason: '' },
      anId(),
    )
  expect(await refund(12_346n)).toMatchObject({ ok: false, error: { code: 'refund_exceeds_charge' } })
  expect(await refund(1_000n, 'EUR')).toMatchObject({ ok: false })
  expect(await refund(0n)).toMatchObject({ ok: false })
  expect(await refund(2_345n)).toMatchObject({
    ok: true,
    value: { status: 'confirmed', amount: usd(2_345n) },
  })
  expect(await fetched(providerRef)).toMatchObject({ status: 'confirmed', refunded: usd(2_345n) })
  const rest = await Promise.all(Array.from({ length: 10 }, () => refund(10_000n)))
  expect(rest.filter((answer) => answer.ok)).toHaveLength(1)
  expect(await fetched(providerRef)).toMatchObject({ status: 'refunded', refunded: usd(12_345n) })
})

it('finds a refund whose answer was lost', async () => {
  const { providerRef } = await taken()
  const asked = { ourId: anId(), paymentRef: providerRef, amount: usd(213n), reason: '' }
  expect(await sandbox.refund(connection, asked, anId())).toMatchObject({
    ok: false,
    error: { kind: 'unknown_outcome' },
  })
  const found = await sandbox.findRefund(connection, providerRef, call(asked.ourId))
  expect(found).toMatchObject({ ok: true, value: { status: 'confirmed', amount: usd(213n) } })
  expect(await sandbox.findRefund(connection, providerRef, call(anId()))).toEqual({ ok: true, value: null })
})

it('stores a method once, charges it by its token, and deletes it', async () => {
  const first = await taken({ storeMethod: true })
  const again = await taken({ storeMethod: true })
  expect(first.storedToken).not.toBeNull()
  expect(again.storedToken).toBe(first.storedToken)
  const token = first.storedToken!
  expect(await sandbox.listMethods!(connection, 'customer-1')).toMatchObject({
    ok: true,
    value: [{ token, last4: '4242' }],
  })
  const byToken = await taken({ method: { kind: 'stored', token } })
  expect(byToken).toMatchObject({ status: 'confirmed', method: { last4: '4242' } })
  const stranger = aRequest({
    method: { kind: 'stored', token },
    customer: { ref: 'customer-2', name: '', email: '' },
  })
  expect(await sandbox.create(connection, stranger, anId())).toMatchObject({
    ok: false,
    error: { kind: 'invalid' },
  })
  await sandbox.removeMethod!(connection, token)
  const gone = aRequest({ method: { kind: 'stored', token } })
  expect(await sandbox.create(connection, gone, anId())).toMatchObject({
    ok: false,
    error: { code: 'no_such_method' },
  })
})

it('returns not_found for the charge of another account', async () => {
  const other = await test.tenant()
  const { providerRef } = await taken()
  const stranger = await sandbox.fetch({ accountId: other.accountId }, providerRef)
  expect(stranger).toMatchObject({ ok: false, error: { kind: 'not_found' } })
})

it('stores no card number', async () => {
  await taken({ storeMethod: true, number: '5555 5555 5555 4444' })
  const kept = await tenant.run(async (ctx) => [
    await ctx.db
      .selectFrom('sandbox_charges' as never)
      .selectAll()
      .execute(),
    await ctx.db
      .selectFrom('sandbox_methods' as never)
      .selectAll()
      .execute(),
    await ctx.db
      .selectFrom('sandbox_replies' as never)
      .selectAll()
      .execute(),
  ])
  const text = JSON.stringify(kept, (_, value) => (typeof value === 'bigint' ? String(value) : value))
  expect(text).toContain('4444')
  expect(text.match(/\b\d{13,19}\b/g)?.filter(passesCheckDigit) ?? []).toEqual([])
})

it('delivers each signed event until it is accepted', async () => {
  const [shop] = [await test.tenant()]
  const here = { accountId: shop.accountId }
  const made = await sandbox.create(here, aRequest({ number: '4000000000000259' }), anId())
  expect(made.ok).toBe(true)
  test.clock.advance(7 * DAY_MS)
  const seen: RawRequest[] = []
  const refuse = (raw: RawRequest) => Promise.resolve(seen.push(raw) < 0)
  await sandbox.deliverDue!(here, refuse)
  await sandbox.deliverDue!(here, refuse)
  expect(seen).toHaveLength(2)
  await sandbox.deliverDue!(here, async () => true)
  await sandbox.deliverDue!(here, refuse)
  expect(seen).toHaveLength(2)
})
