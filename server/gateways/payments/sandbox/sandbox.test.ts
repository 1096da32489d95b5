import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '../../../platform/ids.ts'
import { createTestApp, type Tenant, type TestApp } from '../../../platform/testing/test-app.ts'
import type { CreateRequest, PaymentProvider, RawRequest } from '../port.ts'
import { brandOf, isExpired, passesCheckDigit } from './card.ts'
import { createSandbox } from './index.ts'
import { signedRequest, verifyRequest } from './webhook.ts'

const DAY_MS = 86_400_000
let test: TestApp
let sandbox: PaymentProvider
let tenant: Tenant
let connection: { accountId: string }

beforeAll(async () => {
  test = await createTestApp()
  sandbox = createSandbox(test.app)
  tenant = await test.tenant()
  connection = { accountId: tenant.accountId }
})
afterAll(() => test.close())

const id = () => newId(test.clock.wallNow())
const call = (ourId: string) => ({ ourId, key: '', askedAt: test.clock.wallNow() })
const usd = (minor: bigint) => ({ minor, currency: 'USD' })

function request(more: Partial<CreateRequest> & { number?: string; account?: string } = {}): CreateRequest {
  const { number = '4242424242424242', account, ...rest } = more
  const card = { name_on_card: 'P', number, expiration_month: '01', expiration_year: '2030' }
  const bank = {
    account_holder: 'P',
    routing_number: '110000000',
    account_number: account ?? '',
    account_type: 'checking',
  }
  return {
    ourId: id(),
    amount: usd(12_345n),
    type: account ? 'e_check' : 'credit_card',
    method: { kind: 'fields', values: account ? bank : card },
    customer: { ref: 'customer-1', name: 'Harbor Foods', email: 'a@example.test' },
    invoice: { id: id(), number: 'INV-1' },
    storeMethod: false,
    payerPresent: true,
    capture: 'now',
    ...rest,
  }
}

async function taken(more: Parameters<typeof request>[0] = {}) {
  const made = await sandbox.create(connection, request(more), id())
  if (!made.ok) throw new Error(made.error.code)
  return made.value
}

const fetched = async (ref: string) => {
  const found = await sandbox.fetch(connection, ref)
  if (!found.ok) throw new Error(found.error.code)
  return found.value
}

it('charges a card and shows brand and last four digits only', async () => {
  const asked = request()
  const made = await sandbox.create(connection, asked, id())
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
])('declines %s, and finds the declined charge by our id', async (number, code, userMessage) => {
  const asked = request({ number })
  const made = await sandbox.create(connection, asked, id())
  expect(made).toMatchObject({ ok: false, error: { kind: 'declined', code, userMessage } })
  const found = await sandbox.findPayment(connection, call(asked.ourId))
  expect(found).toMatchObject({ ok: true, value: { status: 'rejected', reason: { kind: 'declined', code } } })
})

it('refuses what is no card before anything happens', async () => {
  const asked = request({ number: '4242424242424241' })
  const made = await sandbox.create(connection, asked, id())
  expect(made).toMatchObject({
    ok: false,
    error: { kind: 'invalid', fields: { number: ['This card number is not valid.'] } },
  })
  expect(await sandbox.findPayment(connection, call(asked.ourId))).toEqual({ ok: true, value: null })
})

it('asks for a challenge, and goes on by its answer', async () => {
  const approved = await taken({ number: '4000000000003220' })
  expect(approved).toMatchObject({ status: 'input', captured: usd(0n), next: { kind: 'challenge' } })
  const yes = await sandbox.confirm!(connection, approved.providerRef, 'approve', id())
  expect(yes).toMatchObject({ ok: true, value: { status: 'confirmed', captured: usd(12_345n) } })
  const declined = await taken({ number: '4000000000003220' })
  const no = await sandbox.confirm!(connection, declined.providerRef, 'decline', id())
  expect(no).toMatchObject({
    ok: true,
    value: { status: 'rejected', reason: { code: 'authentication_failed' } },
  })
  const late = await sandbox.confirm!(connection, declined.providerRef, 'approve', id())
  expect(late).toMatchObject({ ok: false, error: { kind: 'wrong_state' } })
  const alone = await sandbox.create(
    connection,
    request({ number: '4000000000003220', payerPresent: false }),
    id(),
  )
  expect(alone).toMatchObject({ ok: false, error: { kind: 'declined', code: 'authentication_required' } })
})

it('authorises only, then captures or lets go', async () => {
  const kept = await taken({ number: '4000000000000077' })
  expect(kept).toMatchObject({ status: 'preauth', captured: usd(0n) })
  const captured = await sandbox.capture!(connection, kept.providerRef, usd(12_345n), id())
  expect(captured).toMatchObject({ ok: true, value: { status: 'confirmed', captured: usd(12_345n) } })
  const voided = await sandbox.void!(connection, kept.providerRef, id())
  expect(voided).toMatchObject({ ok: false, error: { kind: 'wrong_state' } })
  const dropped = await taken({ number: '4000000000000077' })
  expect(await sandbox.void!(connection, dropped.providerRef, id())).toMatchObject({
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

it('loses the answer to amounts that end in .13, and tells later what happened', async () => {
  const asked = request({ amount: usd(5_013n) })
  const key = id()
  expect(await sandbox.create(connection, asked, key)).toMatchObject({
    ok: false,
    error: { kind: 'unknown_outcome' },
  })
  const found = await sandbox.findPayment(connection, call(asked.ourId))
  expect(found).toMatchObject({ ok: true, value: { status: 'confirmed', captured: usd(5_013n) } })
  // Asked again under the same key, the answer that was lost comes; nothing is charged a second time.
  expect(await sandbox.create(connection, asked, key)).toMatchObject({
    ok: true,
    value: { status: 'confirmed' },
  })
  const kwd = { minor: 1_130n, currency: 'KWD' }
  expect(await sandbox.create(connection, request({ amount: kwd }), id())).toMatchObject({ ok: false })
  const jpy = { minor: 113n, currency: 'JPY' }
  expect(await sandbox.create(connection, request({ amount: jpy }), id())).toMatchObject({ ok: true })
})

it('gives the first answer again for the same key, and a conflict for another request', async () => {
  const key = id()
  const asked = request()
  const answers = await Promise.all(Array.from({ length: 20 }, () => sandbox.create(connection, asked, key)))
  const refs = new Set(answers.map((answer) => (answer.ok ? answer.value.providerRef : answer.error.code)))
  expect(refs.size).toBe(1)
  const other = await sandbox.create(connection, { ...asked, amount: usd(1n) }, key)
  expect(other).toMatchObject({ ok: false, error: { kind: 'conflict' } })
})

it('clears an e-check after three days, returns one, and returns one after it cleared', async () => {
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

it('disputes after seven days, but not what was refunded', async () => {
  const disputed = await taken({ number: '4000000000000259' })
  const refunded = await taken({ number: '4000000000000259' })
  const back = { ourId: id(), paymentRef: refunded.providerRef, amount: usd(12_345n), reason: '' }
  expect(await sandbox.refund(connection, back, id())).toMatchObject({ ok: true })
  test.clock.advance(7 * DAY_MS)
  expect(await fetched(disputed.providerRef)).toMatchObject({
    status: 'rejected',
    reason: { kind: 'disputed' },
  })
  expect(await fetched(refunded.providerRef)).toMatchObject({ status: 'refunded' })
})

it('refunds in parts and never more than was captured', async () => {
  const { providerRef } = await taken()
  const refund = (minor: bigint, currency = 'USD') =>
    sandbox.refund(
      connection,
      { ourId: id(), paymentRef: providerRef, amount: { minor, currency }, reason: '' },
      id(),
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
  const asked = { ourId: id(), paymentRef: providerRef, amount: usd(213n), reason: '' }
  expect(await sandbox.refund(connection, asked, id())).toMatchObject({
    ok: false,
    error: { kind: 'unknown_outcome' },
  })
  const found = await sandbox.findRefund(connection, providerRef, call(asked.ourId))
  expect(found).toMatchObject({ ok: true, value: { status: 'confirmed', amount: usd(213n) } })
  expect(await sandbox.findRefund(connection, providerRef, call(id()))).toEqual({ ok: true, value: null })
})

it('keeps a method once, charges it by its token, and forgets it', async () => {
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
  const stranger = request({
    method: { kind: 'stored', token },
    customer: { ref: 'customer-2', name: '', email: '' },
  })
  expect(await sandbox.create(connection, stranger, id())).toMatchObject({
    ok: false,
    error: { kind: 'invalid' },
  })
  await sandbox.removeMethod!(connection, token)
  const gone = request({ method: { kind: 'stored', token } })
  expect(await sandbox.create(connection, gone, id())).toMatchObject({
    ok: false,
    error: { code: 'no_such_method' },
  })
})

it('keeps each account’s books apart', async () => {
  const other = await test.tenant()
  const { providerRef } = await taken()
  const stranger = await sandbox.fetch({ accountId: other.accountId }, providerRef)
  expect(stranger).toMatchObject({ ok: false, error: { kind: 'not_found' } })
})

it('R-62 holds no card number anywhere', async () => {
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

it('delivers each event until it is taken, signed over its bytes (R-56)', async () => {
  const [shop] = [await test.tenant()]
  const here = { accountId: shop.accountId }
  const made = await sandbox.create(here, request({ number: '4000000000000259' }), id())
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

it('T-18 T-19 believes a webhook only with a fresh signature under one of the secrets', () => {
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

it('knows check digits, brands and expiry', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^\d{11,18}$/), (body) => {
      const valid = Array.from({ length: 10 }, (_, digit) => `${body}${digit}`).filter(passesCheckDigit)
      expect(valid).toHaveLength(1)
    }),
  )
  const brands = [
    '4242424242424242',
    '5555555555554444',
    '2223003122003222',
    '378282246310005',
    '6011111111111117',
  ]
  expect(brands.map(brandOf)).toEqual(['Visa', 'Mastercard', 'Mastercard', 'American Express', 'Discover'])
  expect(brands.every(passesCheckDigit)).toBe(true)
  expect([brandOf('3566002020360505'), brandOf('30569309025904'), brandOf('9000000000000')]).toEqual([
    'JCB',
    'Diners Club',
    'Card',
  ])
  expect([
    isExpired(2026, 11, '2026-11-30'),
    isExpired(2026, 10, '2026-11-01'),
    isExpired(2027, 1, '2026-12-31'),
  ]).toEqual([false, true, false])
})
