import { afterEach, describe, expect, it } from 'vitest'
import { DAY_MS } from '../../../domain/dates/durations.ts'
import { callApi } from '../../../testing/call-api.ts'
import { aStripeCompany, createStripeTest } from '../../../testing/processors/stripe-company.ts'
import { setUp } from '../../../testing/set-up.ts'
import { type Actor, unitOfWork } from '../../platform/context.ts'
import { readReceivables } from '../ledger/index.ts'
import { tasksOf } from '../worklist/testing.ts'
import { askPayerByMail } from './actions/notify/ask-payer-by-mail.ts'
import { payInvoice } from './actions/pay/pay-invoice.ts'
import { readPayment } from './actions/read/read-payment.ts'
import { methodsOfCustomer } from './store/methods.ts'
import { runDueSchedules } from './testing.ts'

/** A card whose bank asks its customer at every payment. */
const CHALLENGED = '4000002760003184'
const SYSTEM: Actor = { kind: 'system', job: 'test' }

const test = setUp(createStripeTest, (made) => made.close())
const mine = setUp(async () => {
  const company = await aStripeCompany(test, 'absent-payers')
  return { ...company, stripeId: await company.connect() }
})
afterEach(() => expect(test.stripe.controls.violations).toEqual([]))

let requests = 0
const uow = (actor = SYSTEM) => unitOfWork(test.app, { requestId: 'test', ip: null }, actor, mine.accountId)
const receivableOf = async (invoiceId: string) =>
  (await mine.run((ctx) => readReceivables(ctx, [invoiceId])))[0]!
const tasks = () => tasksOf(mine)

/** A payment of 60.00 that was made while its payer was absent, and whose bank wants its customer. */
async function chargeAbsent() {
  const linked = await mine.linked()
  const paid = await mine.payer(
    'POST',
    `${linked.invoiceId}/payment-options/stripe_connect-card/`,
    linked.session,
    {
      amount: '40.00',
      charge_token: await mine.cardToken(CHALLENGED),
      request_id: `absent-${++requests}`,
      store_method: true,
    },
  )
  await answer(linked.invoiceId, paid.body.id, linked.session, 'complete')
  const [method] = await mine.run((ctx) => methodsOfCustomer(ctx, linked.customer.id))
  const charged = await payInvoice(uow(), {
    invoiceId: linked.invoiceId,
    optionId: `stored-${method!.id}`,
    body: { amount: '60.00', request_id: `absent-${++requests}` },
  })
  await mine.run((ctx) => askPayerByMail(ctx, charged.id))
  return { ...linked, charged }
}

/** Answers the window of the bank, and asks here what became of the payment. */
async function answer(invoiceId: string, paymentId: string, session: string, outcome: 'complete' | 'fail') {
  const path = `${invoiceId}/payments/${paymentId}/challenge/`
  const step = await mine.payer('GET', path, session)
  test.stripe.controls.finishChallenge(String(step.body.client_secret).split('_secret_')[0]!, outcome)
  return mine.payer('POST', path, session, { answer: 'approve' })
}

/** Opens the link of the mail that asks the payer. */
async function openMailed(paymentId: string): Promise<string> {
  const mails = await mine.run((ctx) =>
    ctx.db
      .selectFrom('mail_messages')
      .select('text_body')
      .where('kind', '=', 'payments.ask-payer')
      .where('related_id', '=', paymentId)
      .execute(),
  )
  expect(mails, 'one mail').toHaveLength(1)
  const token = /pay-invoice\?token=([\w-]+)/.exec(mails[0]!.text_body)![1]!
  const opened = await callApi<{ token: string }>(test.server, {
    method: 'POST',
    path: '/api/pay-link/',
    host: mine.host,
    body: { token },
  })
  return opened.body.token
}

describe('a charge without its payer, whose bank wants its customer', () => {
  it('waits for them, keeps the amount reserved, and is a task', async () => {
    const { invoiceId, charged } = await chargeAbsent()
    expect(charged).toMatchObject({ status: 'input', next: { kind: 'authentication' } })
    expect(await receivableOf(invoiceId)).toMatchObject({ remainingMinor: 6_000n, reservedMinor: 6_000n })
    expect(await tasks()).toContain(
      'failed_charge: Ask the customer to confirm the payment with their bank (open)',
    )
  })

  it('is confirmed by the mailed link: the same payment, charged once', async () => {
    const { invoiceId, charged } = await chargeAbsent()
    const session = await openMailed(charged.id)
    const path = `${invoiceId}/payments/${charged.id}/challenge/`
    const opened = await mine.payer('POST', path, session, { answer: 'approve' })
    expect(opened.body).toMatchObject({ status: 'input', next: { kind: 'client_secret' } })
    const paid = await answer(invoiceId, charged.id, session, 'complete')
    expect(paid.body).toMatchObject({ id: charged.id, status: 'confirmed' })
    expect(await receivableOf(invoiceId)).toMatchObject({ remainingMinor: 0n, reservedMinor: 0n })
    const made = await mine.payer('GET', `${invoiceId}/payments/`, session)
    expect(made.body, 'the first payment and this one').toHaveLength(2)
  })

  it('fails when the customer does not confirm at the bank', async () => {
    const { invoiceId, charged } = await chargeAbsent()
    const session = await openMailed(charged.id)
    await mine.payer('POST', `${invoiceId}/payments/${charged.id}/challenge/`, session, { answer: 'approve' })
    const refused = await answer(invoiceId, charged.id, session, 'fail')
    expect(refused).toMatchObject({ status: 402, body: { code: 'payment_failed' } })
    expect(await receivableOf(invoiceId)).toMatchObject({ remainingMinor: 6_000n, reservedMinor: 0n })
  })

  it('is nobody’s who only has another link', async () => {
    const { invoiceId, charged } = await chargeAbsent()
    const other = await mine.linked()
    const path = `${invoiceId}/payments/${charged.id}/challenge/`
    expect((await mine.payer('POST', path, other.session, { answer: 'approve' })).status).toBe(404)
  })

  it('expires after three days, with its reason, and its task ends', async () => {
    const { invoiceId, charged } = await chargeAbsent()
    for (let day = 0; day < 5; day++) {
      test.clock.advance(DAY_MS)
      await runDueSchedules({ run: mine.run, uow })
    }
    expect(await mine.run((ctx) => readPayment(ctx, charged.id))).toMatchObject({
      status: 'rejected',
      failure: 'The bank’s customer did not confirm this payment.',
    })
    expect(await receivableOf(invoiceId)).toMatchObject({ remainingMinor: 6_000n, reservedMinor: 0n })
    expect(await tasks()).toContain(
      'failed_charge: Ask the customer to confirm the payment with their bank (done)',
    )
  })
})
