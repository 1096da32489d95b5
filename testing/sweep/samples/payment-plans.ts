import { readInvoiceFacts } from '../../../server/rooms/invoices/index.ts'
import { anOpenInvoice } from '../../../server/rooms/invoices/testing.ts'
import {
  aConfirmationToken,
  aConfirmedPlan,
  aProposal,
  aWrittenSchedule,
  letCustomersChoose,
  readOffer,
} from '../../../server/rooms/payment-plans/testing.ts'
import type { Subject } from '../subject.ts'
import { account, payersInvoice, type SamplesOf } from './sample.ts'

/** Each plan has an invoice of its own, because an invoice has one plan. */
const planned = (s: Subject) => s.company.run((ctx) => anOpenInvoice(ctx, { customer: s.debtor.customerId }))
const proposalOf = (s: Subject) =>
  s.make('payment plan proposal', async () => {
    const { pk } = await planned(s)
    return s.company.run((ctx) => aProposal(ctx, [pk]))
  })
const confirmedOf = (s: Subject) =>
  s.make('confirmed payment plan', async () => {
    const { pk } = await planned(s)
    return s.company.run((ctx) => aConfirmedPlan(ctx, [pk]))
  })
const oneProposal = async (s: Subject) => ({ ...account(s), plan: (await proposalOf(s)).pk })
/** True while a payment of the invoice is under way, when nobody can choose a plan for it. */
const isBeingPaid = (s: Subject, invoice: string): Promise<boolean> =>
  s.company.run(async (ctx) => {
    const [facts] = await readInvoiceFacts(ctx, [invoice])
    return facts!.reservedMinor > 0n
  })
/** The link belongs to the proposal that the body confirms. */
const tokenOf = (s: Subject) =>
  s.make('payment plan token', async () => {
    const plan = await proposalOf(s)
    return { plan, token: await s.company.run((ctx) => aConfirmationToken(ctx, plan.pk)) }
  })

export const paymentPlans: SamplesOf<'paymentPlans'> = {
  ofCustomer: () => ({}),
  readProposal: async (s) => ({ body: { token: (await tokenOf(s)).token } }),
  confirm: async (s) => {
    const { plan, token } = await tokenOf(s)
    return {
      body: { token, revision: plan.revision, total: plan.remaining, name: 'Pat Payer', agreed: true },
    }
  },
  readOffer: (s) => ({ params: payersInvoice(s) }),
  choose: async (s, who) => {
    await s.make('customers choose plans', () => s.company.run(letCustomersChoose))
    // A link pays only its own invoice, of which other calls may be paying a part.
    const invoice = who.is.kind === 'pay_link' ? s.debtor.invoiceId : (await s.openInvoice()).pk
    const { total } = await s.company.run((ctx) => readOffer(ctx, invoice))
    return {
      params: { invoice },
      ...((await isBeingPaid(s, invoice)) && { status: 409 }),
      body: { interval: 'monthly', count: 2, total, name: 'Pat Payer', agreed: true },
    }
  },
  openProposal: async (s, who) => {
    if (who.is.kind === 'pay_link') return { params: payersInvoice(s), status: 404 }
    const { invoices } = await s.make('emailed proposal', async () => {
      const { pk } = await planned(s)
      return s.company.run((ctx) => aProposal(ctx, [pk], 4, '', true))
    })
    return { params: { invoice: invoices[0]!.pk } }
  },
  list: (s) => ({ params: account(s) }),
  export: (s) => ({ params: account(s), body: { format: 'xlsx' } }),
  propose: async (s) => {
    const { pk } = await s.openInvoice()
    const installments = await s.company.run((ctx) => aWrittenSchedule(ctx, [pk]))
    return { params: account(s), body: { invoices: [pk], installments } }
  },
  read: async (s) => ({ params: await oneProposal(s) }),
  update: async (s) => {
    const plan = await proposalOf(s)
    const installments = await s.company.run((ctx) =>
      aWrittenSchedule(
        ctx,
        plan.invoices.map(({ pk }) => pk),
        2,
      ),
    )
    return { params: { ...account(s), plan: plan.pk }, body: { installments, revision: plan.revision } }
  },
  send: async (s) => ({ params: await oneProposal(s) }),
  createLink: async (s) => ({ params: await oneProposal(s) }),
  cancel: async (s) => ({ params: await oneProposal(s), body: { reason: 'They pay at once' } }),
  agreement: async (s) => ({ params: { ...account(s), plan: (await confirmedOf(s)).pk } }),
  readPolicy: (s) => ({ params: account(s) }),
  updatePolicy: (s) => ({
    params: account(s),
    body: {
      customers_may_choose: true,
      min_amount: '0',
      max_installments: 6,
      max_days: 200,
      down_payment_percent: 0,
      intervals: ['monthly'],
      grace_days: 5,
    },
  }),
}
