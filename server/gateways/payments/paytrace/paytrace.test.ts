import { constants, publicEncrypt } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../../../domain/dates/durations.ts'
import { type PayTraceSimulator, startPayTraceSimulator } from '../../../../simulators/paytrace/index.ts'
import { newId } from '../../../platform/ids.ts'
import type { Connection, CreateRequest, PaymentProcessor } from '../port.ts'
import { createPayTrace } from './index.ts'
import { readTag, tagOf } from './tags.ts'
import { daysAround, moneyOf, timeOf } from './wire-values.ts'

const ACCOUNT = newId(Date.now())
let simulator: PayTraceSimulator
let adapter: PaymentProcessor
let connection: Connection
let now = Date.UTC(2026, 10, 26, 20)

const keysWith = (more: object = {}) => ({
  user_name: simulator.userName,
  password: simulator.password,
  integrator_id: simulator.integratorId,
  public_key: simulator.publicKey,
  e_checks: 'yes',
  ...more,
})

beforeAll(async () => {
  simulator = await startPayTraceSimulator({ now: () => now })
  adapter = createPayTrace({ apiUrl: simulator.origin, oaepHash: 'SHA-1' }, () => now)
  const connected = await adapter.connectWithKeys!(keysWith())
  if (!connected.ok) throw new Error(connected.error.code)
  connection = { accountId: ACCOUNT, remoteId: simulator.userName, credentials: connected.value }
})
afterAll(() => simulator.close())
afterEach(() => {
  simulator.controls.clearFaults()
  expect(simulator.controls.violations).toEqual([])
})

const encrypt = (text: string): string =>
  publicEncrypt(
    { key: simulator.publicKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha1' },
    Buffer.from(text),
  ).toString('base64')

let calls = 0
const keyOfCall = (): string => `key${String(++calls).padStart(33, '0')}`

function create(more: Partial<CreateRequest> = {}, number = '4242424242424242', as = connection) {
  const ourId = newId(now)
  const request: CreateRequest = {
    ourId,
    amount: { minor: 10_000n, currency: 'USD' },
    depositTo: 'operating',
    type: 'credit_card',
    method: {
      kind: 'fields',
      values: {
        name_on_card: 'Pat Payer',
        number: encrypt(number),
        expiration_month: '12',
        expiration_year: '2030',
        cvc: encrypt('123'),
        last_four_digits: number.slice(-4),
        card_provider: 'Visa',
      },
    },
    customer: { ref: 'customer', name: 'Pat Payer', email: '' },
    invoice: { id: 'invoice', number: 'INV-1' },
    storeMethod: false,
    payerPresent: true,
    capture: 'now',
    ...more,
  }
  return { ourId, made: adapter.create(as, request, keyOfCall()) }
}

async function made(more: Partial<CreateRequest> = {}, number?: string) {
  const { ourId, made: call } = create(more, number)
  const outcome = await call
  if (!outcome.ok) throw new Error(outcome.error.code)
  return { ...outcome.value, ourId }
}

describe('connecting by keys', () => {
  it('keeps the key as PEM, also when its lines were lost, and marks test keys', async () => {
    const flat = simulator.publicKey.replaceAll('\n', '')
    const connected = await adapter.connectWithKeys!(keysWith({ public_key: flat }))
    expect(connected).toMatchObject({ ok: true, value: { publishableKey: simulator.publicKey, live: false } })
  })

  it.each([
    [{ password: 'another' }, 'password'],
    [{ integrator_id: 'another' }, 'integrator_id'],
    [{ public_key: 'no key' }, 'public_key'],
  ])('names what is wrong in %o', async (given, field) => {
    const connected = await adapter.connectWithKeys!(keysWith(given))
    expect(connected).toMatchObject({
      ok: false,
      error: { kind: 'invalid', fields: { [field]: [expect.any(String)] } },
    })
  })

  it('does not count an outage as wrong keys', async () => {
    simulator.controls.failNext({ kind: 'answer', status: 503, path: '/oauth/token' })
    const connected = await adapter.connectWithKeys!(keysWith())
    expect(connected).toMatchObject({ ok: false, error: { kind: 'unavailable' } })
  })
})

describe('an authorization', () => {
  it('takes no money until it is captured', async () => {
    const { providerRef, status } = await made({ capture: 'later' })
    expect(status).toBe('preauth')
    expect(await adapter.fetch(connection, providerRef)).toMatchObject({
      value: { status: 'preauth', captured: { minor: 0n } },
    })
    const captured = await adapter.capture!(
      connection,
      providerRef,
      { minor: 10_000n, currency: 'USD' },
      'key',
    )
    expect(captured).toMatchObject({ value: { status: 'confirmed', captured: { minor: 10_000n } } })
    const again = await adapter.capture!(connection, providerRef, { minor: 10_000n, currency: 'USD' }, 'key')
    expect(again, 'repeated after a lost answer').toEqual(captured)
  })

  it('is voided, and reported as that', async () => {
    const { providerRef } = await made({ capture: 'later' })
    const voided = await adapter.void!(connection, providerRef, 'key')
    expect(voided).toMatchObject({ value: { status: 'rejected', reason: { kind: 'voided' } } })
    expect(await adapter.void!(connection, providerRef, 'key'), 'repeated').toEqual(voided)
    const captured = await adapter.capture!(
      connection,
      providerRef,
      { minor: 10_000n, currency: 'USD' },
      'key',
    )
    expect(captured).toMatchObject({ ok: false, error: { kind: 'wrong_state' } })
  })
})

describe('what is found again', () => {
  it('is a sale with its card, by our id, and nothing of another account', async () => {
    const { ourId, providerRef } = await made()
    const found = await adapter.findPayment(connection, { ourId, key: 'key', askedAt: now })
    expect(found).toMatchObject({
      value: {
        providerRef,
        ourId,
        status: 'confirmed',
        method: { brand: 'Visa', last4: '4242', expirationYear: 2030, expirationMonth: 12 },
      },
    })
    const other = { ...connection, accountId: newId(now) }
    expect(await adapter.findPayment(other, { ourId, key: 'key', askedAt: now })).toMatchObject({
      value: null,
    })
    const period = { fromMs: now - DAY_MS, toMs: now }
    expect(await adapter.listPayments(other, period, null)).toMatchObject({ value: { items: [] } })
  })

  it('is a declined sale, and one that was voided for its security code, as no charge', async () => {
    for (const number of ['4000000000000002', '4000000000000127']) {
      const { ourId, made: call } = create({}, number)
      expect(await call).toMatchObject({ ok: false, error: { kind: 'declined' } })
      expect(await adapter.findPayment(connection, { ourId, key: 'key', askedAt: now })).toMatchObject({
        value: { status: 'rejected', captured: { minor: 0n }, reason: { kind: 'declined' } },
      })
    }
  })

  it('is a refund, and the void that stands for one', async () => {
    const [settled, voided] = [await made(), await made()]
    const back = (paymentRef: string, minor: bigint) => {
      const ourId = newId(now)
      const request = { ourId, paymentRef, amount: { minor, currency: 'USD' }, reason: '' }
      return { ourId, done: adapter.refund(connection, request, 'key') }
    }
    const all = back(voided.providerRef, 10_000n)
    expect(await all.done).toMatchObject({ value: { status: 'confirmed' } })
    now += 2 * DAY_MS
    const part = back(settled.providerRef, 2_550n)
    expect(await part.done).toMatchObject({ value: { status: 'confirmed', amount: { minor: 2_550n } } })
    for (const [ref, ourId, minor] of [
      [settled.providerRef, part.ourId, 2_550n],
      [voided.providerRef, all.ourId, 10_000n],
    ] as const) {
      expect(await adapter.findRefund(connection, ref, { ourId, key: 'key', askedAt: now })).toMatchObject({
        value: { ourId, amount: { minor } },
      })
      expect(await adapter.fetch(connection, ref)).toMatchObject({ value: { refunded: { minor } } })
    }
    simulator.controls.refundInTerminal(Number(settled.providerRef), '10.00')
    expect(
      await adapter.fetch(connection, settled.providerRef),
      'also what the business refunds there',
    ).toMatchObject({
      value: { refunded: { minor: 3_550n } },
    })
    expect(
      await adapter.listRefunds(connection, { fromMs: now - 3 * DAY_MS, toMs: now }, null),
    ).toMatchObject({
      value: { items: [{ ourId: part.ourId }, { ourId: null, paymentRef: settled.providerRef }] },
    })
    expect(await back(settled.providerRef, 9_000n).done).toMatchObject({ error: { kind: 'wrong_state' } })
  })
})

it('ends the connection once the password opens no session any more', async () => {
  simulator.controls.changePassword('the-next-password')
  const { made: call } = create()
  expect(await call).toMatchObject({ ok: false, error: { kind: 'not_connected' } })
  simulator.controls.changePassword(simulator.password)
  expect(await create().made).toMatchObject({ ok: true })
})

describe('values of the wire', () => {
  it('tags name a payment and an account in at most fifty letters', () => {
    const [ourId, accountId] = [newId(now), newId(now)]
    const tag = tagOf('payment', ourId, accountId)
    expect(tag.length).toBeLessThanOrEqual(50)
    expect(readTag('payment', tag, accountId)).toBe(ourId)
    expect(readTag('refund', tag, accountId)).toBeNull()
    expect(readTag('payment', 'INV-1', accountId)).toBeNull()
  })

  it('amounts are read without floats, times in the zone of exports', () => {
    expect(moneyOf(110).minor).toBe(11_000n)
    expect(moneyOf(0.3).minor).toBe(30n)
    expect(moneyOf('1234.50').minor).toBe(123_450n)
    expect(timeOf('11/26/2026 12:06:30 PM')).toBe(Date.UTC(2026, 10, 26, 20, 6, 30))
    expect(timeOf('7/1/2026 12:00:00 AM')).toBe(Date.UTC(2026, 6, 1, 7))
    expect(timeOf('soon')).toBeNull()
    expect(daysAround(Date.UTC(2027, 0, 1, 12), Date.UTC(2027, 0, 1, 12) + HOUR_MS)).toEqual({
      start_date: '12/31/2026',
      end_date: '01/02/2027',
    })
  })
})
