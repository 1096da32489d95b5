import { addDays, type CalendarDate } from '../../../../domain/dates/calendar.ts'
import type { MailInvoice } from '../../../../domain/mails/kinds/invoice-facts.ts'
import type { MailKindName } from '../../../../domain/mails/mail-kind-names.ts'
import type { FactsByKind } from '../../../../domain/mails/mail-kinds.ts'

/** An invoice as it is, and where links lead. */
interface Basis {
  readonly invoice: MailInvoice
  readonly today: CalendarDate
  readonly portal: string
}

/** A card that nobody has. */
const METHOD = { type: 'credit_card', brand: 'Visa', last4: '4242' } as const

/** Days for which a new pay link works. */
const LINK_DAYS = 90

/** A page that asks for a link: the preview pays nothing. */
const payUrl = ({ portal }: Basis) => `${portal}/pay-invoice`
const linkOf = (basis: Basis) => ({ url: payUrl(basis), worksUntil: addDays(basis.today, LINK_DAYS) })

/** The invoice with everything open, for mails about a charge or a payment that came back. */
const open = ({ invoice }: Basis): MailInvoice => ({ ...invoice, remainingMinor: amountOf(invoice) })

const amountOf = ({ remainingMinor, totalMinor }: MailInvoice) =>
  remainingMinor > 0n ? remainingMinor : totalMinor

const paymentOf = ({ invoice, today }: Basis) => ({
  number: 'PAY-1001',
  amountMinor: amountOf(invoice),
  currency: invoice.currency,
  method: METHOD,
  isManual: false,
  surchargeMinor: 0n,
  paidOn: today,
})

const invoiceFacts = (basis: Basis) => ({
  invoice: basis.invoice,
  link: basis.invoice.remainingMinor > 0n ? linkOf(basis) : null,
  message: '',
})

const chargeFacts = (basis: Basis) => ({
  invoiceNumber: basis.invoice.number,
  amountMinor: amountOf(basis.invoice),
  currency: basis.invoice.currency,
  method: METHOD,
  portalUrl: `${basis.portal}/customer-portal-site?tab=1`,
})

const planFacts = ({ invoice, today }: Basis) => ({
  invoiceNumbers: invoice.number,
  currency: invoice.currency,
  totalMinor: amountOf(invoice),
  feeMinor: 0n,
  installments: [{ dueOn: addDays(today, 14), amountMinor: amountOf(invoice) }],
})

/** Facts of a mail of each kind about an invoice. What has not happened yet, such as its payment, is made up. */
export const previewFacts: { readonly [Kind in MailKindName]: (basis: Basis) => FactsByKind[Kind] } = {
  invoice: invoiceFacts,
  'overdue-invoice': invoiceFacts,
  'pay-link': (basis) => ({ invoice: open(basis), more: 0, link: linkOf(basis) }),
  receipt: (basis) => ({
    payment: paymentOf(basis),
    creditMinor: 0n,
    invoiceNumbers: [basis.invoice.number],
    remainingMinor: 0n,
    pendingMinor: 0n,
    next: null,
  }),
  refund: (basis) => ({
    refundedMinor: amountOf(basis.invoice),
    payment: paymentOf(basis),
    invoiceNumbers: [basis.invoice.number],
  }),
  'payment-returned': (basis) => ({
    payment: paymentOf(basis),
    wasDisputed: false,
    reason: 'The account had insufficient funds.',
    invoice: open(basis),
    link: linkOf(basis),
  }),
  'payment-action': (basis) => ({
    payment: paymentOf(basis),
    invoiceNumber: basis.invoice.number,
    needsVerification: false,
    actBy: addDays(basis.today, 3),
    url: payUrl(basis),
  }),
  'charge-notice': (basis) => ({
    ...chargeFacts(basis),
    dueDate: basis.invoice.dueDate,
    chargeOn: basis.invoice.dueDate < basis.today ? addDays(basis.today, 3) : basis.invoice.dueDate,
  }),
  'charge-failed': (basis) => ({
    ...chargeFacts(basis),
    reason: 'The card was declined.',
    nextOn: addDays(basis.today, 3),
    isTurnedOff: false,
  }),
  'charge-stopped': (basis) => ({
    ...chargeFacts(basis),
    dueDate: basis.invoice.dueDate,
    reason: 'expired',
  }),
  'credit-memo': ({ invoice, today }) => ({
    number: 'CM-1001',
    totalMinor: amountOf(invoice),
    currency: invoice.currency,
    issuedOn: today,
    reason: '',
  }),
  'thank-you': ({ invoice, today }) => ({
    invoices: [{ ...invoice, paidMinor: invoice.totalMinor, paidOn: today }],
  }),
  statement: (basis) => ({
    from: addDays(basis.today, -30),
    to: basis.today,
    currency: basis.invoice.currency,
    balanceMinor: amountOf(basis.invoice),
    owedMinor: amountOf(basis.invoice),
    overdueMinor: basis.invoice.dueDate < basis.today ? amountOf(basis.invoice) : 0n,
    openCount: 1,
    portalUrl: `${basis.portal}/customer-portal-site`,
    payAllUrl: null,
  }),
  'plan-proposal': (basis) => ({
    ...planFacts(basis),
    url: `${basis.portal}/confirm-payment-plan`,
    confirmUntil: addDays(basis.today, 14),
    message: '',
  }),
  'plan-confirmed': (basis) => ({ ...planFacts(basis), payUrl: payUrl(basis) }),
  installment: (basis) => ({
    invoiceNumbers: basis.invoice.number,
    currency: basis.invoice.currency,
    amountMinor: amountOf(basis.invoice),
    dueOn: addDays(basis.today, 3),
    isMissed: false,
    payUrl: payUrl(basis),
  }),
  reminder: (basis) => ({ invoices: [{ ...basis.invoice, payUrl: payUrl(basis) }], payAllUrl: null }),
}
