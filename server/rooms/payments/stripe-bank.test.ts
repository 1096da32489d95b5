import { afterEach, describe, expect, it } from 'vitest'
import { DAY_MS } from '../../../domain/dates/durations.ts'
import { callApi } from '../../../testing/call-api.ts'
import { aStripeCompany, createStripeTest } from '../../../testing/processors/stripe-company.ts'
import { setUp } from '../../../testing/set-up.ts'
import { type Actor, unitOfWork } from '../../platform/context.ts'
import { createPayLink } from '../invoices/index.ts'
import { readReceivables } from '../ledger/index.ts'
import { askPayerByMail } from './actions/notify/ask-payer-by-mail.ts'
import { notifyPaymentReturned } from './actions/notify/notify-payment-returned.ts'
import { payInvoice } from './actions/pay/pay-invoice.ts'
import { readPayment } from './actions/read/read-payment.ts'
import { methodsOfCustomer } from './store/methods.ts'
import { runDueSchedules } from './testing.ts'

const GOOD = '000123456789'
const CLOSED = '000111111113'
const RETURNED_LATER = '000555555559'
const DEPOSIT_CODE = 'SM11AA'

const test = setUp(createStripeTest, (made) => made.close())
const mine = setUp(async () => {
  const company = await aStripeCompany(test, 'bank-debits')
  return { ...company, stripeId: await company.connect() }
})
afterEach(() => expect(test.stripe.controls.violations).toEqual([]))

let requests = 0
const SYSTEM: Actor = { kind: 'system', job: 'test' }
const uow = (actor = SYSTEM) => unitOfWork(test.app, { requestId: 'test', ip: null }, actor, mine.accountId)
const runDue = () => runDueSchedules({ run: mine.run, uow })
const at = (invoiceId: string) => `${invoiceId}/payment-options/stripe_connect-e-check/`
const remaining = async (invoiceId: string): Promise<bigint> =>
  (await mine.run((ctx) => readReceivables(ctx, [invoiceId])))[0]!.remainingMinor
const detailOf = (paymentId: string) => mine.run((ctx) => readPayment(ctx, paymentId))
const mailsOf = (kind: string) =>
  mine.run((ctx) =>
    ctx.db
      .selectFrom('mail_messages')
      .select(['subject', 'text_body'])
      .where('kind', '=', kind)
      .orderBy('created_at')
      .execute(),
  )

async function pay(account: string, isVerified = true, more = {}) {
  const linked = await mine.linked()
  const form = {
    amount: '100.00',
    charge_token: await mine.bankToken(account, isVerified),
    request_id: `bank-request-${++requests}`,
    ...more,
  }
  return { ...linked, ...(await mine.payer('POST', at(linked.invoiceId), linked.session, form)) }
}

const ask = (paymentId: string) => mine.run((ctx) => askPayerByMail(ctx, paymentId))
const setSurcharge = (ppm: number) =>
  mine.run((ctx) =>
    ctx.db
      .updateTable('accounts')
      .set({ e_check_surcharge_ppm: ppm })
      .where('account_id', '=', ctx.accountId)
      .execute(),
  )

/** Lets days pass at the bank and here, and handles what Stripe reports. */
async function passDays(days: number): Promise<void> {
  test.clock.advance(days * DAY_MS)
  test.stripe.controls.settleDue()
  await test.stripe.controls.webhooksOf(mine.stripeId)!.settled()
  await runDue()
  await runDue()
}

describe('a debit of a bank account at Stripe', () => {
  it('is offered in dollars, with the fields of Stripe', async () => {
    const { invoiceId, session } = await mine.linked()
    const { body } = await mine.payer('GET', `${invoiceId}/payment-options/`, session)
    expect(body).toMatchObject([
      { type: 'credit_card' },
      { type: 'e_check', extra_data: { script: `${test.stripe.origin}/endive/stripe.js` } },
    ])
  })

  it('is on its way for days, with the consent of its payer, and then paid', async () => {
    const { invoiceId, body } = await pay(GOOD)
    expect(body).toMatchObject({ status: 'waiting', method_display: 'E-check •••• 6789' })
    expect(await remaining(invoiceId)).toBe(10_000n)
    await passDays(4)
    expect(await detailOf(body.id)).toMatchObject({ status: 'confirmed' })
    expect(await remaining(invoiceId)).toBe(0n)
  })

  it('that the bank refuses after days is returned, with its reason, and the payer is notified', async () => {
    const { invoiceId, body } = await pay(CLOSED)
    await passDays(4)
    expect(await detailOf(body.id)).toMatchObject({
      status: 'rejected',
      failure: 'The bank account is closed.',
    })
    const { reservedMinor, remainingMinor } = (await mine.run((ctx) => readReceivables(ctx, [invoiceId])))[0]!
    expect([reservedMinor, remainingMinor], 'reminders resume').toEqual([0n, 10_000n])
    await mine.run((ctx) => notifyPaymentReturned(ctx, body.id))
    expect((await mailsOf('payments.open-again')).map(({ subject }) => subject)).toEqual([
      expect.stringContaining('is open again'),
    ])
  })

  it('that its owner takes back after it was paid is returned too', async () => {
    const { invoiceId, body } = await pay(RETURNED_LATER)
    await passDays(4)
    expect(await remaining(invoiceId)).toBe(0n)
    await passDays(2)
    expect(await detailOf(body.id)).toMatchObject({
      status: 'rejected',
      failure: 'The owner of the bank account did not authorize the debit.',
    })
    expect(await remaining(invoiceId)).toBe(10_000n)
  })

  it('is repeated from the stored account without a new consent', async () => {
    const first = await pay(GOOD, true, { amount: '60.00', store_method: true })
    await passDays(4)
    const [method] = await mine.run((ctx) => methodsOfCustomer(ctx, first.customer.id))
    expect(method).toMatchObject({ type: 'e_check', last4: '6789' })
    const paid = await payInvoice(uow(), {
      invoiceId: first.invoiceId,
      optionId: `stored-${method!.id}`,
      body: { amount: '40.00', request_id: `bank-request-${++requests}` },
    })
    expect(paid.status).toBe('waiting')
    await passDays(4)
    expect(await remaining(first.invoiceId)).toBe(0n)
  })

  it('carries the surcharge of e-checks', async () => {
    await setSurcharge(10_000)
    const { body } = await pay(GOOD)
    await setSurcharge(0)
    expect(body).toMatchObject({ status: 'waiting', surcharge: '1.00', total: '101.00' })
  })
})

describe('a bank account that small deposits verify', () => {
  const enter = async (url: string, code: string) =>
    (await fetch(url, { method: 'POST', body: new URLSearchParams({ code }) })).text()

  it('waits for its code, by page and mail, and is debited then', async () => {
    const { invoiceId, session, body } = await pay(GOOD, false)
    const { next } = body as unknown as { next: { kind: string; text: string; url: string } }
    expect(body).toMatchObject({ status: 'input', next: { kind: 'verify_account' } })
    await ask(body.id)
    const [mail] = await mailsOf('payments.ask-payer')
    expect(mail!.subject).toContain('finish your payment of $100.00')
    expect(mail!.text_body).toContain('begins with SM')
    const made = await mine.payer('GET', `${invoiceId}/payments/`, session)
    expect(made.body).toMatchObject([{ status: 'input', awaits_payer: true }])
    await passDays(2)
    expect(await enter(next.url, 'SM99ZZ')).toContain('role="alert"')
    await enter(next.url, DEPOSIT_CODE)
    await test.stripe.controls.webhooksOf(mine.stripeId)!.settled()
    await runDue()
    expect(await detailOf(body.id)).toMatchObject({ status: 'waiting' })
    await passDays(4)
    expect(await remaining(invoiceId)).toBe(0n)
  })

  it('is continued by the link of the mail, and by no other link', async () => {
    const { invoiceId, body } = await pay(GOOD, false)
    await ask(body.id)
    const mails = await mailsOf('payments.ask-payer')
    const token = /pay-invoice\?token=([\w-]+)/.exec(mails.at(-1)!.text_body)![1]!
    const read = async (linkToken: string) => {
      const opened = await callApi<{ token: string }>(test.server, {
        method: 'POST',
        path: '/api/pay-link/',
        host: mine.host,
        body: { token: linkToken },
      })
      return mine.payer('GET', `${invoiceId}/payments/${body.id}/`, opened.body.token)
    }
    expect((await read(token)).body).toMatchObject({ next: { kind: 'verify_account' } })
    const other = await mine.run((ctx) => createPayLink(ctx, invoiceId))
    expect((await read(new URL(other.url).searchParams.get('token')!)).body).toMatchObject({ next: null })
  })

  it('is given up after ten days, and its amount is free again', async () => {
    const { invoiceId, body } = await pay(GOOD, false)
    for (let day = 0; day < 12; day++) await passDays(1)
    expect(await detailOf(body.id)).toMatchObject({ status: 'rejected' })
    const [receivable] = await mine.run((ctx) => readReceivables(ctx, [invoiceId]))
    expect(receivable).toMatchObject({ reservedMinor: 0n, remainingMinor: 10_000n })
  })

  it('can be canceled by its payer', async () => {
    const { invoiceId, session, body } = await pay(GOOD, false)
    const canceled = await mine.payer('POST', `${invoiceId}/payments/${body.id}/challenge/`, session, {
      answer: 'decline',
    })
    expect(canceled).toMatchObject({ status: 402, body: { code: 'payment_failed' } })
    expect(await detailOf(body.id)).toMatchObject({ status: 'rejected' })
  })
})
