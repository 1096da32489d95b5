import { afterEach, describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../domain/dates/durations.ts'
import type { StripeFault } from '../../../simulators/stripe/wire/faults.ts'
import {
  aQuickBooksCompany,
  createQuickBooksTest,
  GOOD_CARD,
  makeQuickBooksToken,
} from '../../../testing/processors/quickbooks-payments-company.ts'
import { setUp } from '../../../testing/set-up.ts'
import { unitOfWork } from '../../platform/context.ts'
import { readConnection } from '../connections/index.ts'
import { readReceivables } from '../ledger/index.ts'
import { removeMethod } from './actions/methods/remove-method.ts'
import { readPayment } from './actions/read/read-payment.ts'
import { reconcileProcessors } from './actions/reconcile/reconcile-processors.ts'
import { refundPayment } from './actions/refund/refund-payment.ts'
import { runDueSchedules } from './testing.ts'

const test = setUp(createQuickBooksTest, (made) => made.close())
const mine = setUp(async () => {
  const company = await aQuickBooksCompany(test, 'intuit-company')
  return { ...company, realmId: await company.connect() }
})
afterEach(() => {
  test.intuit.payments.clearFaults()
  expect(test.intuit.violations).toEqual([])
})

let requests = 0
const newRequest = () => `quickbooks-request-${++requests}`
const uow = () =>
  unitOfWork(test.app, { requestId: 'test', ip: null }, { kind: 'system', job: 'test' }, mine.accountId)
const at = (invoiceId: string, kind = 'card') => `${invoiceId}/payment-options/quickbooks_payments-${kind}/`
const tokenOf = (typed: Parameters<typeof makeQuickBooksToken>[1]) =>
  makeQuickBooksToken(test.intuit.origin, typed)
const cardForm = async (number = GOOD_CARD, more: object = {}) => ({
  amount: '100.00',
  charge_token: await tokenOf({ number }),
  request_id: newRequest(),
  ...more,
})

async function pay(number = GOOD_CARD, more: object = {}) {
  const linked = await mine.linked()
  const form = await cardForm(number, more)
  return { ...linked, form, ...(await mine.payer('POST', at(linked.invoiceId), linked.session, form)) }
}

async function payByBank(accountNumber: string) {
  const linked = await mine.linked()
  const form = {
    amount: '100.00',
    charge_token: await tokenOf({ accountNumber }),
    request_id: newRequest(),
  }
  return { ...linked, ...(await mine.payer('POST', at(linked.invoiceId, 'e-check'), linked.session, form)) }
}

const remaining = async (invoiceId: string): Promise<bigint> =>
  (await mine.run((ctx) => readReceivables(ctx, [invoiceId])))[0]!.remainingMinor
const detailOf = (id: string) => mine.run((ctx) => readPayment(ctx, id))
const runDue = () => runDueSchedules({ run: mine.run, uow })
async function passMinutes(count: number) {
  for (let minutes = 0; minutes < count; minutes += 5) {
    test.clock.advance(5 * MINUTE_MS)
    await runDue()
  }
}

describe('paying by QuickBooks Payments', () => {
  it('offers cards and e-checks, whose numbers the browser sends to QuickBooks', async () => {
    const { invoiceId, session } = await mine.linked()
    const { body } = await mine.payer('GET', `${invoiceId}/payment-options/`, session)
    const token_address = `${test.intuit.origin}/quickbooks/v4/payments/tokens`
    const extra_data = { token_address, sandbox: true }
    expect(body).toMatchObject([
      { type: 'credit_card', provider: 'quickbooks_payments', extra_data },
      { type: 'e_check', provider: 'quickbooks_payments', extra_data },
    ])
  })

  it('charges a card once, however often the same request comes', async () => {
    const { invoiceId, session } = await mine.linked()
    const form = await cardForm()
    await Promise.all([1, 2, 3].map(() => mine.payer('POST', at(invoiceId), session, form)))
    const paid = await mine.payer('POST', at(invoiceId), session, form)
    expect(paid.body).toMatchObject({ status: 'confirmed', method_display: 'Visa •••• 4242' })
    expect((await mine.payer('GET', `${invoiceId}/payments/`, session)).body).toHaveLength(1)
    expect(await remaining(invoiceId)).toBe(0n)
  })

  it.each([
    ['4000000000000002', 'The card was declined.'],
    ['4000000000000127', 'The security code is not correct. Check it and try again.'],
    ['4000000000000010', 'The postal code does not match the card. Check it and try again.'],
    ['4000000000000069', 'This card can’t be used for this kind of payment.'],
  ])('says why card %s was declined, and takes another one', async (number, text) => {
    const { invoiceId, session, status, body } = await pay(number)
    expect([status, body.detail]).toEqual([402, text])
    const again = await mine.payer('POST', at(invoiceId), session, await cardForm())
    expect(again.body).toMatchObject({ status: 'confirmed' })
  })

  it('refuses a token that nobody made, and a form without one', async () => {
    const { invoiceId, session } = await mine.linked()
    const form = { ...(await cardForm()), charge_token: '00000000000000000000' }
    expect((await mine.payer('POST', at(invoiceId), session, form)).status).toBe(402)
    const without = { amount: '100.00', request_id: newRequest() }
    expect((await mine.payer('POST', at(invoiceId), session, without)).status).toBe(400)
    expect(await remaining(invoiceId)).toBe(10_000n)
  })

  it('stores a card that later pays without its fields, and removes it at QuickBooks too', async () => {
    const first = await pay(GOOD_CARD, { amount: '50.00', store_method: true })
    const session = await mine.portalSession(first)
    const { body } = await mine.payer('GET', `${first.invoiceId}/payment-options/`, session)
    const [stored] = body as unknown as { url: string; display: string }[]
    expect(stored!.display).toBe('Visa •••• 4242')
    const path = new URL(stored!.url, 'http://x').pathname.replace('/api/invoices/', '')
    const form = { amount: '10.00', request_id: newRequest() }
    expect((await mine.payer('POST', path, session, form)).body).toMatchObject({ status: 'confirmed' })
    const atIntuit = () => test.intuit.payments.stored(mine.realmId)
    expect(atIntuit()).toHaveLength(1)
    const method = await mine.run((ctx) =>
      ctx.db.selectFrom('stored_methods').select(['id', 'customer_id']).executeTakeFirstOrThrow(),
    )
    await removeMethod(uow(), method.customer_id, method.id)
    expect(atIntuit()).toEqual([])
    const gone = { amount: '10.00', request_id: newRequest() }
    expect((await mine.payer('POST', path, session, gone)).status).not.toBe(200)
  })
})

describe('an e-check at QuickBooks', () => {
  it('waits until the bank has paid, which is read back', async () => {
    const { invoiceId, body } = await payByBank('000123456789')
    expect(body).toMatchObject({ status: 'waiting', method_display: expect.stringContaining('6789') })
    expect(await remaining(invoiceId)).toBe(10_000n)
    for (let day = 0; day < 5; day++) {
      test.clock.advance(DAY_MS)
      await runDue()
    }
    expect(await detailOf(body.id)).toMatchObject({ status: 'confirmed' })
    expect(await remaining(invoiceId)).toBe(0n)
  })

  it('that the bank does not pay leaves the invoice open', async () => {
    const { invoiceId, body } = await payByBank('000111111113')
    for (let day = 0; day < 5; day++) {
      test.clock.advance(DAY_MS)
      await runDue()
    }
    expect(await detailOf(body.id)).toMatchObject({
      status: 'rejected',
      failure: 'The bank account was declined.',
    })
    expect(await remaining(invoiceId)).toBe(10_000n)
  })

  it('whose answer was lost is never taken as unpaid', async () => {
    test.intuit.payments.failNext({ kind: 'lose-answer', method: 'POST', path: /echecks$/ })
    const { invoiceId, body } = await payByBank('000123456789')
    await passMinutes(90)
    expect(await detailOf(body.id)).toMatchObject({ status: 'waiting' })
    const { session } = await mine.linked()
    expect((await mine.payer('POST', at(invoiceId), session, await cardForm())).status).not.toBe(200)
  })
})

describe('a lost answer of QuickBooks', () => {
  it.each<[string, StripeFault]>([
    ['of a charge that was made', { kind: 'lose-answer', path: /charges$/ }],
    ['that was an error', { kind: 'answer', status: 500, path: /charges$/ }],
  ])('%s is canceled by the id of its request, and can be paid again', async (_, fault) => {
    test.intuit.payments.failNext({ method: 'POST', ...fault })
    const paid = await pay()
    const { invoiceId, body } = paid
    expect(body.status).toBe('waiting')
    await passMinutes(15)
    expect(await detailOf(body.id)).toMatchObject({ status: 'rejected' })
    expect(await remaining(invoiceId)).toBe(10_000n)
    const again = await mine.payer('POST', at(invoiceId), await mine.portalSession(paid), await cardForm())
    expect(again.body).toMatchObject({ status: 'confirmed' })
    const mineOnly = test.intuit.payments
      .transactionsOf(mine.realmId)
      .filter(({ description }) => [body.id, again.body.id].includes(description.slice(-36)))
    expect(mineOnly.filter(({ status }) => status === 'CAPTURED')).toHaveLength(1)
  })

  it('of a settled charge, which can’t be canceled, is left to staff', async () => {
    test.intuit.payments.failNext({ kind: 'lose-answer', method: 'POST', path: /charges$/ })
    const { body } = await pay()
    test.clock.advance(DAY_MS)
    await runDue()
    expect(await detailOf(body.id)).toMatchObject({ status: 'waiting' })
  })

  it('of a call that never left is reported, and can be repeated', async () => {
    test.intuit.payments.failNext({ kind: 'answer', status: 429, method: 'POST', path: /charges$/ })
    const { invoiceId, session, form, status } = await pay()
    expect(status).toBe(503)
    const again = await mine.payer('POST', at(invoiceId), session, form)
    expect(again.body).toMatchObject({ status: 'confirmed' })
  })

  it('of a refund is looked for, and nothing is refunded twice', async () => {
    const { body } = await pay()
    test.intuit.payments.failNext({ kind: 'lose-answer', method: 'POST', path: /refunds$/ })
    const request = { request_id: newRequest(), total: '40.00', total_currency: 'USD', reason: '' }
    await refundPayment(uow(), body.id, request)
    await passMinutes(40)
    expect(await detailOf(body.id)).toMatchObject({ refunded_amount: '40.00', status: 'confirmed' })
  })
})

it('compares each payment of the ledger with QuickBooks, and finds a refund made there', async () => {
  const { body } = await pay()
  const { gateway_id: ref } = await detailOf(body.id)
  test.intuit.payments.refundInQuickBooks(ref!, 1_500)
  test.clock.advance(DAY_MS + HOUR_MS)
  await reconcileProcessors(uow())
  const cases = await mine.run((ctx) =>
    ctx.db.selectFrom('payment_cases').select(['kind', 'payment_id']).execute(),
  )
  expect(cases).toEqual([{ kind: 'refund_without_record', payment_id: body.id }])
})

describe('connecting QuickBooks Payments', () => {
  it('by consent, refuses a used code and an answer without a company, and ends at Intuit too', async () => {
    const company = await aQuickBooksCompany(test, 'connects-intuit')
    const answer = await company.consent()
    expect((await company.connection('finish', answer)).body).toMatchObject({
      status: 'connected',
      business: `QuickBooks company ${answer.extra_data.realmId}`,
      live: false,
    })
    expect((await company.connection('finish', answer)).status).toBe(400)
    const other = await company.consent()
    expect((await company.connection('finish', { ...other, extra_data: {} })).status).toBeGreaterThan(399)
    const connection = (await company.run((ctx) => readConnection(ctx, 'quickbooks_payments')))!
    expect((await company.connection('disconnect')).body).toMatchObject({ status: 'disconnected' })
    expect(await test.app.processors.get('quickbooks_payments')!.health(connection)).toMatchObject({
      ok: false,
    })
  })

  it('replaces an expired token once, and ends where access was taken back at Intuit', async () => {
    const company = await aQuickBooksCompany(test, 'ends-at-intuit')
    const realmId = await company.connect()
    const linked = await company.linked()
    test.intuit.payments.expireTokens(realmId)
    const paid = await company.payer('POST', at(linked.invoiceId), linked.session, await cardForm())
    expect(paid.body).toMatchObject({ status: 'confirmed' })
    test.intuit.payments.revoke(realmId)
    const next = await company.linked()
    const refused = await company.payer('POST', at(next.invoiceId), next.session, await cardForm())
    expect(refused.status).toBe(503)
    const ended = await company.run((ctx) =>
      ctx.db.selectFrom('payment_connections').select('status').executeTakeFirst(),
    )
    expect(ended?.status).not.toBe('connected')
  })
})
