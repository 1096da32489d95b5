import { sumMinor } from '../../money/money.ts'
import type { MailKind } from '../mail-kind.ts'
import {
  feeRowsOf,
  fieldsOf,
  type MailInvoice,
  namesOf,
  SAMPLE_INVOICE,
  SAMPLE_LINK,
  valuesOfInvoice,
} from './invoice-facts.ts'

interface ReminderInvoice extends MailInvoice {
  /** Page on which the customer pays it. */
  readonly payUrl: string
}

export interface ReminderFacts {
  /** The longest due first; at least one, all in one currency. */
  readonly invoices: readonly ReminderInvoice[]
}

const SAMPLES = [
  { ...SAMPLE_INVOICE, payUrl: SAMPLE_LINK.url },
  { ...SAMPLE_INVOICE, number: 'INV-1002', payUrl: SAMPLE_LINK.url },
]

const remainingOf = (invoices: readonly MailInvoice[]) =>
  sumMinor(invoices.map((invoice) => invoice.remainingMinor))

/** The step of a reminder flow. Its texts are the account's own. */
export const reminderKind: MailKind<ReminderFacts> = {
  name: 'Reminder',
  sentWhen: 'When a step of a reminder flow is due.',
  variables: [
    'company.name',
    'customer.name',
    'invoice.number',
    'invoice.date',
    'invoice.due_date',
    'invoice.due_date_short',
    'invoice.total',
    'invoice.remaining',
    'invoice.late_fees',
    'invoice.next_late_fee',
    'invoice.next_late_fee_date',
    'invoice.days_past_due',
    'invoice.days_until_due',
    'invoices',
    'totals.count',
    'totals.remaining',
  ],
  samples: [{ invoices: SAMPLES }, { invoices: SAMPLES.slice(0, 1) }],
  values: (facts, writing) => {
    const [first] = facts.invoices
    const { 'invoice.is_paid': _isPaid, ...values } = valuesOfInvoice(first!, writing)
    return {
      ...namesOf(writing),
      ...values,
      invoices: facts.invoices.map((invoice) => fieldsOf(invoice, writing)),
      'totals.count': facts.invoices.length,
      'totals.remaining': writing.formats.amount(remainingOf(facts.invoices), first!.currency),
    }
  },
  fixedParts: ({ invoices }, { words, formats, today }) => {
    const [first] = invoices
    const due = formats.date(first!.dueDate)
    const single = first!.dueDate < today ? words.wasDue(due) : words.due(due)
    return {
      figure: {
        label: words.amountDue,
        value: formats.amount(remainingOf(invoices), first!.currency),
        note: invoices.length === 1 ? single : words.invoiceCount(invoices.length),
      },
      rows: invoices.flatMap((one) => [
        {
          label: words.invoiceDue(one.number, formats.date(one.dueDate)),
          value: formats.amount(one.remainingMinor, one.currency),
          ...(invoices.length > 1 && { url: one.payUrl }),
        },
        ...feeRowsOf(one, words, formats),
      ]),
      button: {
        label: invoices.length === 1 ? words.viewAndPay : words.viewAndPayNumber(first!.number),
        url: first!.payUrl,
      },
    }
  },
}
