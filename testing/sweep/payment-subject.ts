import { randomUUID } from 'node:crypto'
import { sandboxDashboard } from '../../server/gateways/payments/sandbox/index.ts'
import { signedRequest } from '../../server/gateways/payments/sandbox/webhook.ts'
import { webhookSecrets } from '../../server/platform/auth/webhook-secrets.ts'
import type { Actor } from '../../server/platform/context.ts'
import { newId } from '../../server/platform/ids.ts'
import { aCreditMemo } from '../../server/rooms/credit-memos/testing.ts'
import { readCustomer } from '../../server/rooms/customers/index.ts'
import { resolvePayLink } from '../../server/rooms/invoices/index.ts'
import {
  listOpenInvoices,
  methodsOfCustomer,
  payInvoice,
  readPayment,
  recordPayment,
} from '../../server/rooms/payments/index.ts'
import {
  anOrder,
  anOpenInvoice as anOwedInvoice,
  aPaymentCase,
  CARDS,
  cardForm,
  payLinkOf,
  pay as payWith,
  portalOf,
} from '../../server/rooms/payments/testing.ts'
import type { TestServer } from '../test-server.ts'
import type { Debtor, SweptCompany } from './company.ts'
import type { Principal } from './principals.ts'
import { aPayout } from './samples/a-payout.ts'
import type { Make } from './team-subject.ts'

/** Payments of a customer in every state, stored methods, and events of the processor. */
export function paymentSubjectOf(
  test: TestServer,
  company: SweptCompany,
  debtor: Debtor,
  readOnly: boolean,
  make: Make,
) {
  const pay = (number: string, more = {}) =>
    payInvoice(company.uow(asPayer(test, debtor)), {
      invoiceId: debtor.invoiceId,
      optionId: 'sandbox-card',
      body: cardForm('1.00', { number, ...more }),
    })
  /** Returns the caller's own invoice with what it takes from them now, and the debtor's for callers without one. */
  const payableInvoice = async ({ is }: Principal) => {
    const pays = is.kind === 'customer' || is.kind === 'pay_link'
    const at = pays ? is : { company, debtor }
    const { invoiceId, customerId, portalUserId } = at.debtor
    const as =
      is.kind === 'pay_link'
        ? payLinkOf(test.app, { invoiceId, customer: { id: customerId } })
        : { ...asPayer(test, at.debtor), portalUserId }
    const { lines } = await listOpenInvoices(at.company.uow(as), [invoiceId])
    return { invoice: invoiceId, amount: lines[0]!.payable }
  }
  return {
    payment: () => make('payment', () => pay(CARDS.good)),
    /** A check payment that is fully unapplied. */
    leftOver: () =>
      make('left-over', () =>
        company.run((ctx) =>
          recordPayment(ctx, {
            customer: debtor.customerId,
            type: 'check',
            total: '5.00',
            received_on: '2026-11-20',
            reference: '',
            request_id: `left-over-${randomUUID()}`,
            invoices: [],
          }),
        ),
      ),
    payableInvoice,
    /**
     * Returns an invoice of the caller, or of the debtor for callers without one, that their credit pays. A call that will be
     * refused needs no credit.
     */
    creditedInvoice: (who: Principal) => {
      if (readOnly) return payableInvoice(who)
      const at = who.is.kind === 'customer' ? who.is : { company, debtor }
      const { customerId } = at.debtor
      return at.company.run(async (ctx) => {
        await aCreditMemo(ctx, { customer: customerId, total: '1.00' })
        const owed = await anOwedInvoice(ctx, '1.00', await readCustomer(ctx, customerId))
        return { invoice: owed.invoiceId, amount: '1.00' }
      })
    },
    authorized: () => make('authorized', () => pay(CARDS.authorized)),
    /** A payment by the pay link of this customer, which the link and the portal may continue. */
    challenged: () =>
      make('challenged', async () => {
        const payment = await pay(CARDS.challenged)
        const link = await test.transact((ctx) => resolvePayLink(ctx, debtor.payLinkSecret))
        await company.run((ctx) =>
          ctx.db
            .updateTable('payments')
            .set({ channel: 'pay_link', created_by: link!.payLinkId })
            .where('account_id', '=', ctx.accountId)
            .where('id', '=', payment.id)
            .execute(),
        )
        return payment
      }),
    /** Returns the processor's id of an order that waits for its payer. */
    order: () => make('order', () => anOrder(company.uow(asPayer(test, debtor)), debtor.invoiceId)),
    approvedOrder: () =>
      make('approved', async () => {
        const order = await anOrder(company.uow(asPayer(test, debtor)), debtor.invoiceId)
        await sandboxDashboard(test.app, company.accountId).approveOrder(order)
        return order
      }),
    /** Returns the processor's id of a payment's charge. */
    charge: () =>
      make('charge', async () => {
        const { id } = await pay(CARDS.good)
        return (await company.run((ctx) => readPayment(ctx, id))).gateway_id!
      }),
    paymentCase: () =>
      make('case', async () => {
        const { id } = await pay(CARDS.good)
        return company.run((ctx) => aPaymentCase(ctx, id))
      }),
    payout: () =>
      make('payout', async () => {
        const { id } = await pay(CARDS.good)
        return company.run((ctx) => aPayout(ctx, id))
      }),
    /** A webhook event as the Sandbox sends it to this company. */
    signedEvent: () => signedEventOf(test, company),
    method: () =>
      make('method', async () => {
        await pay(CARDS.good, { store_method: true })
        const [method] = await company.run((ctx) => methodsOfCustomer(ctx, debtor.customerId))
        return method!.id
      }),
    /** Returns another customer of the company, enrolled in automatic payments. */
    enrolled: () =>
      make('enrolled', async () => {
        const other = await company.run((ctx) => anOwedInvoice(ctx, '1.00'))
        const form = cardForm('1.00', { enable_auto_payments: true })
        await payWith(company.uow(portalOf(test.app, other.customer.id)), other.invoiceId, form)
        return other.customer.id
      }),
  }
}

/** A new payer at each call, because one payer may try an invoice only ten times an hour. */
const asPayer = (test: TestServer, debtor: Debtor): Actor & { kind: 'customer' } => ({
  kind: 'customer',
  portalUserId: newId(test.clock.wallNow()),
  sessionId: debtor.portalUserId,
  email: debtor.portalEmail,
  customerId: debtor.customerId,
  customerIds: [debtor.customerId],
})

function signedEventOf(test: TestServer, { accountId }: SweptCompany) {
  const { headers, body } = signedRequest(
    { id: `sbe_${randomUUID()}`, kind: 'charge.updated', chargeRef: 'sbc_nobody', accountId },
    webhookSecrets(test.app.config, 'sandbox', accountId)[0]!,
    test.clock.wallNow(),
  )
  const params = { processor: 'sandbox', account: accountId }
  const { 'content-type': type = '', ...signature } = headers
  return { params, headers: signature, file: { type, bytes: body } }
}
