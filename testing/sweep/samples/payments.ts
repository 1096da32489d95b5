import { CONSENT_TEXT_VERSION } from '../../../domain/payments/auto-payments.ts'
import { CARDS, cardForm } from '../../../server/rooms/payments/testing.ts'
import { account, oneCustomer, oneInvoice, payersInvoice, type SamplesOf } from './sample.ts'

export const payments: SamplesOf<'payments'> = {
  options: (s) => ({ params: payersInvoice(s) }),
  describeOption: (s) => ({ params: { ...payersInvoice(s), option: 'sandbox-card' } }),
  pay: (s) => ({ params: { ...payersInvoice(s), option: 'sandbox-card' }, body: cardForm('1.00') }),
  createOrder: (s) => ({
    params: payersInvoice(s),
    body: { amount: '1.00', request_id: s.requestId() },
  }),
  captureOrder: async (s) => ({
    params: payersInvoice(s),
    body: { order_id: await s.approvedOrder(), request_id: s.requestId() },
  }),
  cancelOrder: async (s) => ({ params: payersInvoice(s), body: { order_id: await s.order() } }),
  webhook: (s) => s.signedEvent(),
  // The Sandbox sends each account its own.
  partnerWebhook: async (s) => ({
    ...(await s.signedEvent()),
    params: { processor: 'sandbox' },
    status: 401,
  }),
  ofInvoice: (s) => ({ params: payersInvoice(s) }),
  payerRead: async (s) => ({ params: { ...payersInvoice(s), payment: (await s.payment()).id } }),
  // The Sandbox takes cards as they are.
  encryptionKey: () => ({ status: 404 }),
  // The Sandbox has no intents.
  createIntent: (s) => ({ body: { invoice_id: s.debtor.invoiceId, amount: '1.00' }, status: 404 }),
  // The Sandbox's challenge needs no other window. A preview made no payment.
  readChallenge: async (s, { is }) => ({
    params: { ...payersInvoice(s), payment: (await s.challenged()).id },
    status: is.kind === 'preview' ? 404 : 409,
  }),
  answerChallenge: async (s) => ({
    params: { ...payersInvoice(s), payment: (await s.challenged()).id },
    body: { answer: 'approve' },
  }),
  receipt: async (s) => ({ params: { ...payersInvoice(s), payment: (await s.payment()).id } }),
  methods: () => ({}),
  removeMethod: async (s) => ({ params: { method: await s.method() } }),
  list: (s) => ({ params: account(s), query: { customer: s.debtor.customerId } }),
  read: async (s) => ({ params: { ...account(s), payment: (await s.payment()).id } }),
  export: (s) => ({ params: account(s), body: { order_by: 'total' } }),
  record: (s) => ({
    params: account(s),
    body: {
      customer: s.debtor.customerId,
      type: 'check',
      total: '2.00',
      received_on: '2026-11-20',
      request_id: s.requestId(),
      invoices: [{ invoice: s.debtor.invoiceId, amount: '1.00' }],
    },
  }),
  useCredit: async (s) => ({
    params: { ...account(s), payment: (await s.leftOver()).id },
    body: { invoices: [{ invoice: s.debtor.invoiceId, amount: '0.01' }], request_id: s.requestId() },
  }),
  refund: async (s) => ({
    params: { ...account(s), payment: (await s.payment()).id },
    body: { total: '0.50', total_currency: 'USD', request_id: s.requestId() },
  }),
  post: async (s) => ({ params: { ...account(s), payment: (await s.payment()).id }, body: {} }),
  capture: async (s) => ({ params: { ...account(s), payment: (await s.authorized()).id }, body: {} }),
  void: async (s) => ({ params: { ...account(s), payment: (await s.authorized()).id }, body: {} }),
}

export const paymentCases: SamplesOf<'paymentCases'> = {
  list: (s) => ({ params: account(s) }),
  export: (s) => ({ params: account(s), body: {} }),
  recheck: async (s) => ({ params: { ...account(s), case: await s.paymentCase() }, body: {} }),
  close: async (s) => ({
    params: { ...account(s), case: await s.paymentCase() },
    body: { note: 'Looked into it.' },
  }),
}

export const payouts: SamplesOf<'payouts'> = {
  list: (s) => ({ params: account(s) }),
  export: (s) => ({ params: account(s), body: {} }),
  read: async (s) => ({ params: { ...account(s), payout: await s.payout() } }),
  file: async (s) => ({ params: { ...account(s), payout: await s.payout() } }),
}

export const paymentMethods: SamplesOf<'paymentMethods'> = {
  forms: () => ({}),
  add: (s) => ({
    body: {
      option: 'sandbox-card',
      values: {
        name_on_card: 'Pat Payer',
        number: CARDS.good,
        expiration_month: '12',
        expiration_year: '2030',
        cvc: '123',
      },
      request_id: s.requestId(),
    },
  }),
  rename: async (s) => ({ params: { method: await s.method() }, body: { name: 'Office card' } }),
}

export const ownPayments: SamplesOf<'ownPayments'> = {
  list: () => ({}),
  read: async (s) => ({ params: { payment: (await s.payment()).id } }),
  receipt: async (s) => ({ params: { payment: (await s.payment()).id } }),
}

export const autoPayments: SamplesOf<'autoPayments'> = {
  export: (s) => ({ params: account(s), body: {} }),
  read: () => ({}),
  turnOn: async (s) => ({
    params: { method: await s.method() },
    body: { text_version: CONSENT_TEXT_VERSION },
  }),
  turnOff: async (s) => ({ params: { method: await s.method() } }),
  list: (s) => ({ params: account(s) }),
  readForCustomer: (s) => ({ params: oneCustomer(s) }),
  turnOffForCustomer: async (s) => ({ params: { ...account(s), customer: await s.enrolled() } }),
  readPlannedCharge: (s) => ({ params: oneInvoice(s) }),
}

export const sandbox: SamplesOf<'sandbox'> = {
  readOrder: async (s) => ({ params: { ...account(s), order: await s.order() } }),
  approveOrder: async (s) => ({ params: { ...account(s), order: await s.order() }, body: {} }),
  cancelOrder: async (s) => ({ params: { ...account(s), order: await s.order() }, body: {} }),
  readCharge: async (s) => ({ params: { ...account(s), charge: await s.charge() } }),
  simulateEvent: async (s) => ({
    params: { ...account(s), charge: await s.charge() },
    body: { event: 'dispute' },
  }),
}

export const openInvoices: SamplesOf<'openInvoices'> = {
  list: (s, { is }) => ({ query: { invoices: ('debtor' in is ? is : s).debtor.invoiceId } }),
  pay: async (s, who) => ({
    params: { option: 'sandbox-card' },
    body: { invoices: [await s.payableInvoice(who)], form: { ...cardForm('1.00') } },
  }),
  payWithCredit: async (s, who) => {
    const line = await s.creditedInvoice(who)
    return { body: { invoices: [line], credit: line.amount, request_id: s.requestId() } }
  },
}
