import type { CalendarDate } from '../../dates/calendar.ts'
import type { MailKind, Writing } from '../mail-kind.ts'
import {
  type MailInvoice,
  namesOf,
  type PayLink,
  SAMPLE_INVOICE,
  SAMPLE_LINK,
  valuesOfInvoice,
} from './invoice-facts.ts'
import { type MailMethod, methodWords } from './mail-method.ts'

/** A payment of a mail. Amounts in minor units, with the surcharge. */
interface MailPayment {
  readonly number: string
  readonly amountMinor: bigint
  readonly currency: string
  readonly method: MailMethod
  readonly isManual: boolean
}

export interface ReceiptFacts {
  readonly payment: MailPayment & { readonly surchargeMinor: bigint; readonly paidOn: CalendarDate }
  /** Credit that was used before it. */
  readonly creditMinor: bigint
  /** Invoices that the payment and the credit settled. */
  readonly invoiceNumbers: readonly string[]
  /** Amount that remains on these invoices. */
  readonly remainingMinor: bigint
  /** Amount of other payments under way. */
  readonly pendingMinor: bigint
  /** The first of the invoices with a payable amount; null without one. */
  readonly next: { readonly amountMinor: bigint; readonly number: string; readonly url: string } | null
}

export interface RefundFacts {
  readonly refundedMinor: bigint
  readonly payment: MailPayment
  readonly invoiceNumbers: readonly string[]
}

export interface PaymentReturnedFacts {
  readonly payment: MailPayment
  readonly wasDisputed: boolean
  /** Empty when unknown. */
  readonly reason: string
  readonly invoice: MailInvoice
  readonly link: PayLink
}

export interface PaymentActionFacts {
  readonly payment: MailPayment
  readonly invoiceNumber: string
  /** True when a bank account is verified; false when the payer confirms with their bank. */
  readonly needsVerification: boolean
  readonly actBy: CalendarDate
  readonly url: string
}

const SAMPLE_PAYMENT = {
  number: 'PAY-1001',
  amountMinor: 40_000n,
  currency: 'USD',
  method: { type: 'credit_card', brand: 'Visa', last4: '4242' },
  isManual: false,
  surchargeMinor: 0n,
  paidOn: '2026-12-10',
} as const

const SAMPLE_RECEIPT: ReceiptFacts = {
  payment: SAMPLE_PAYMENT,
  creditMinor: 0n,
  invoiceNumbers: ['INV-1001'],
  remainingMinor: 0n,
  pendingMinor: 0n,
  next: null,
}

const valuesOfPayment = (payment: MailPayment, { words, formats }: Writing) => ({
  'payment.number': payment.number,
  'payment.amount': formats.amount(payment.amountMinor, payment.currency),
  'payment.method': methodWords(payment.method, words),
})

const valuesOfNumbers = (numbers: readonly string[]) => ({
  'payment.invoices': numbers.join(', '),
  'payment.invoice_count': numbers.length,
})

export const receiptKind: MailKind<ReceiptFacts> = {
  name: 'Receipt',
  sentWhen: 'When a payment is received.',
  variables: [
    'company.name',
    'customer.name',
    'payment.number',
    'payment.amount',
    'payment.method',
    'payment.date',
    'payment.credit_used',
    'payment.invoices',
    'payment.invoice_count',
  ],
  samples: [
    SAMPLE_RECEIPT,
    { ...SAMPLE_RECEIPT, creditMinor: 7_000n, invoiceNumbers: ['INV-1001', 'INV-1002'] },
    { ...SAMPLE_RECEIPT, invoiceNumbers: [] },
  ],
  values: (facts, writing) => ({
    ...namesOf(writing),
    ...valuesOfPayment(facts.payment, writing),
    ...valuesOfNumbers(facts.invoiceNumbers),
    'payment.date': writing.formats.date(facts.payment.paidOn),
    'payment.credit_used':
      facts.creditMinor === 0n ? '' : writing.formats.amount(facts.creditMinor, facts.payment.currency),
  }),
  fixedParts: (facts, { words, formats }) => {
    const { payment, next, creditMinor, pendingMinor, invoiceNumbers } = facts
    const amount = (minor: bigint) => formats.amount(minor, payment.currency)
    const isPlain = pendingMinor > 0n || invoiceNumbers.length > 1
    return {
      figure: {
        label: creditMinor > 0n ? words.charged : words.amountPaid,
        value: amount(payment.amountMinor),
        note: formats.date(payment.paidOn),
      },
      rows: [
        { label: words.payment, value: payment.number },
        { label: words.paymentMethod, value: methodWords(payment.method, words) },
        ...(payment.surchargeMinor > 0n
          ? [{ label: words.surchargeIncluded, value: amount(payment.surchargeMinor) }]
          : []),
        ...(creditMinor > 0n
          ? [
              { label: words.charged, value: amount(payment.amountMinor) },
              { label: words.creditUsed, value: amount(creditMinor) },
              { label: words.paidInAll, value: amount(payment.amountMinor + creditMinor) },
            ]
          : []),
        ...(invoiceNumbers.length > 0
          ? [{ label: words.remaining, value: amount(facts.remainingMinor) }]
          : []),
        ...(pendingMinor > 0n ? [{ label: words.pending, value: amount(pendingMinor) }] : []),
      ],
      ...(next && {
        button: {
          label: isPlain ? words.pay(amount(next.amountMinor)) : words.payRemaining(amount(next.amountMinor)),
          url: next.url,
        },
        afterword: [words.linkOpensOnly(next.number)],
      }),
    }
  },
}

export const refundKind: MailKind<RefundFacts> = {
  name: 'Refund',
  sentWhen: 'When a payment is refunded.',
  variables: [
    'company.name',
    'customer.name',
    'refund.amount',
    'payment.number',
    'payment.amount',
    'payment.method',
    'payment.is_manual',
    'payment.invoices',
    'payment.invoice_count',
  ],
  samples: [false, true].map((isManual) => ({
    ...SAMPLE_RECEIPT,
    refundedMinor: 10_000n,
    payment: { ...SAMPLE_PAYMENT, isManual },
  })),
  values: (facts, writing) => ({
    ...namesOf(writing),
    'refund.amount': writing.formats.amount(facts.refundedMinor, facts.payment.currency),
    ...valuesOfPayment(facts.payment, writing),
    'payment.is_manual': facts.payment.isManual,
    ...valuesOfNumbers(facts.invoiceNumbers),
  }),
  fixedParts: ({ payment, invoiceNumbers, refundedMinor }, { words, formats }) => ({
    figure: { label: words.amountRefunded, value: formats.amount(refundedMinor, payment.currency) },
    rows: [
      {
        label: payment.isManual ? words.paymentMethod : words.refundedTo,
        value: methodWords(payment.method, words),
      },
      { label: words.payment, value: payment.number },
      { label: words.originalPayment, value: formats.amount(payment.amountMinor, payment.currency) },
      ...(invoiceNumbers.length > 0
        ? [
            {
              label: invoiceNumbers.length === 1 ? words.invoice : words.invoices,
              value: invoiceNumbers.join(', '),
            },
          ]
        : []),
    ],
  }),
}

export const paymentReturnedKind: MailKind<PaymentReturnedFacts> = {
  name: 'Payment returned',
  sentWhen: 'When a payment comes back.',
  variables: [
    'company.name',
    'customer.name',
    'invoice.number',
    'invoice.date',
    'invoice.due_date',
    'invoice.total',
    'invoice.remaining',
    'payment.number',
    'payment.amount',
    'payment.method',
    'payment.was_disputed',
    'payment.reason',
  ],
  samples: [false, true].map((wasDisputed) => ({
    payment: SAMPLE_PAYMENT,
    wasDisputed,
    reason: '',
    invoice: SAMPLE_INVOICE,
    link: SAMPLE_LINK,
  })),
  values: (facts, writing) => ({
    ...namesOf(writing),
    ...valuesOfInvoice(facts.invoice, writing),
    ...valuesOfPayment(facts.payment, writing),
    'payment.was_disputed': facts.wasDisputed,
    'payment.reason': facts.reason,
  }),
  fixedParts: ({ invoice, payment, reason, link }, { words, formats }) => ({
    figure: {
      label: words.amountDue,
      value: formats.amount(invoice.remainingMinor, invoice.currency),
      note: words.due(formats.date(invoice.dueDate)),
    },
    rows: [
      { label: words.invoice, value: invoice.number },
      { label: words.payment, value: payment.number },
      ...(reason === '' ? [] : [{ label: words.reason, value: reason }]),
    ],
    button: { label: words.viewAndPay, url: link.url },
    afterword: [words.linkWorksUntil(formats.date(link.worksUntil))],
  }),
}

export const paymentActionKind: MailKind<PaymentActionFacts> = {
  name: 'Payment to finish',
  sentWhen: 'When the payer has to confirm a payment or verify a bank account.',
  variables: [
    'company.name',
    'customer.name',
    'invoice.number',
    'payment.number',
    'payment.amount',
    'payment.method',
    'payment.needs_verification',
    'payment.act_by',
  ],
  samples: [false, true].map((needsVerification) => ({
    payment: SAMPLE_PAYMENT,
    invoiceNumber: 'INV-1001',
    needsVerification,
    actBy: '2026-12-13',
    url: 'https://example.com/',
  })),
  values: (facts, writing) => ({
    ...namesOf(writing),
    'invoice.number': facts.invoiceNumber,
    ...valuesOfPayment(facts.payment, writing),
    'payment.needs_verification': facts.needsVerification,
    'payment.act_by': writing.formats.date(facts.actBy),
  }),
  fixedParts: ({ payment, invoiceNumber, url }, { words, formats }) => ({
    figure: { label: words.notChargedYet, value: formats.amount(payment.amountMinor, payment.currency) },
    rows: [
      { label: words.invoice, value: invoiceNumber },
      { label: words.payment, value: payment.number },
      { label: words.paymentMethod, value: methodWords(payment.method, words) },
    ],
    button: { label: words.finishPayment, url },
  }),
}
