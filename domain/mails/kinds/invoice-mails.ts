import { daysBetween } from '../../dates/calendar.ts'
import { linesOfWay, otherWays } from '../../payments/bank-details.ts'
import type { FixedParts, MailKind, Writing } from '../mail-kind.ts'
import {
  feeRowsOf,
  type MailInvoice,
  namesOf,
  type PayLink,
  SAMPLE_INVOICE,
  SAMPLE_LINK,
  valuesOfInvoice,
} from './invoice-facts.ts'

export interface InvoiceMailFacts {
  readonly invoice: MailInvoice
  /** Null once the invoice is paid. */
  readonly link: PayLink | null
  /** Empty without one. */
  readonly message: string
}

export interface PayLinkFacts {
  /** With further ones, the remaining amount is of all. */
  readonly invoice: MailInvoice
  /** Further invoices that the link opens. */
  readonly more: number
  readonly link: PayLink
}

const INVOICE_VARIABLES = [
  'company.name',
  'customer.name',
  'invoice.number',
  'invoice.date',
  'invoice.due_date',
  'invoice.due_date_short',
  'invoice.total',
  'invoice.remaining',
  'invoice.is_paid',
  'invoice.late_fees',
  'invoice.next_late_fee',
  'invoice.next_late_fee_date',
  'invoice.days_past_due',
  'invoice.days_until_due',
] as const

const SAMPLE: InvoiceMailFacts = { invoice: SAMPLE_INVOICE, link: SAMPLE_LINK, message: '' }

const valuesOf = (facts: InvoiceMailFacts, writing: Writing) => ({
  ...namesOf(writing),
  message: facts.message,
  ...valuesOfInvoice(facts.invoice, writing),
})

function rowsOf({ invoice }: InvoiceMailFacts, { words, formats }: Writing): FixedParts['rows'] {
  const total = formats.amount(invoice.totalMinor, invoice.currency)
  return [
    { label: words.invoice, value: invoice.number },
    { label: words.invoiceDate, value: formats.date(invoice.invoiceDate) },
    { label: words.dueDate, value: formats.date(invoice.dueDate) },
    ...feeRowsOf(invoice, words, formats),
    ...(invoice.remainingMinor === invoice.totalMinor ? [] : [{ label: words.total, value: total }]),
  ]
}

function figureOf({ invoice, link }: InvoiceMailFacts, { words, formats, today }: Writing) {
  const due = formats.date(invoice.dueDate)
  const days = daysBetween(invoice.dueDate, today)
  if (!link)
    return {
      label: words.total,
      value: formats.amount(invoice.totalMinor, invoice.currency),
      note: words.paid,
    }
  return {
    label: words.amountDue,
    value: formats.amount(invoice.remainingMinor, invoice.currency),
    note: days > 0 ? words.daysOverdue(due, days) : words.due(due),
  }
}

const payParts = (link: PayLink, { number }: MailInvoice, { words, formats, bank }: Writing) => ({
  button: { label: words.viewAndPay, url: link.url },
  afterword: [
    ...otherWays(bank, number, words.bank).map((way) => [way.title, ...linesOfWay(way)].join('\n')),
    words.linkWorksUntil(formats.date(link.worksUntil)),
  ],
})

export const invoiceKind: MailKind<InvoiceMailFacts> = {
  name: 'Invoice',
  sentWhen: 'When you send an invoice.',
  variables: [...INVOICE_VARIABLES, 'message'],
  samples: [
    SAMPLE,
    { ...SAMPLE, message: 'Thank you.' },
    { ...SAMPLE, link: null, invoice: { ...SAMPLE_INVOICE, remainingMinor: 0n } },
  ],
  values: valuesOf,
  fixedParts: (facts, writing) => ({
    figure: figureOf(facts, writing),
    rows: rowsOf(facts, writing),
    ...(facts.link && payParts(facts.link, facts.invoice, writing)),
  }),
}

export const overdueInvoiceKind: MailKind<InvoiceMailFacts> = {
  ...invoiceKind,
  name: 'Overdue invoice',
  sentWhen: 'When you send an invoice again after its due date.',
  samples: [SAMPLE, { ...SAMPLE, message: 'Thank you.' }],
}

const NEW_LINK = { invoice: SAMPLE_INVOICE, link: SAMPLE_LINK, more: 0 }

/** The invoice with the number by which the mail names it and the further ones. */
const named = ({ invoice, more }: PayLinkFacts, { words }: Writing): MailInvoice =>
  more === 0 ? invoice : { ...invoice, number: words.andMore(invoice.number, more) }

export const payLinkKind: MailKind<PayLinkFacts> = {
  name: 'New payment link',
  sentWhen: 'When a customer asks for a new link.',
  variables: INVOICE_VARIABLES,
  samples: [NEW_LINK, { ...NEW_LINK, more: 2 }],
  values: (facts, writing) => ({ ...namesOf(writing), ...valuesOfInvoice(named(facts, writing), writing) }),
  fixedParts: (facts, writing) => {
    const { words } = writing
    const invoice = named(facts, writing)
    const { button, afterword } = payParts(facts.link, invoice, writing)
    const isJoint = facts.more > 0
    return {
      figure: figureOf({ ...facts, message: '' }, writing),
      rows: [{ label: isJoint ? words.invoices : words.invoice, value: invoice.number }],
      button: isJoint ? { ...button, label: words.viewAndPayAll } : button,
      afterword: [...(isJoint ? [words.linkOpensTogether] : afterword), words.linkWasAskedFor],
    }
  },
}
