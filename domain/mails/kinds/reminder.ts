import { sumMinor } from '../../money/money.ts'
import type { MailKind, Writing } from '../mail-kind.ts'
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
  /** Page that pays all of them at once; null for a single one. */
  readonly payAllUrl: string | null
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
    'pay_all_link',
    'totals.count',
    'totals.remaining',
  ],
  samples: [
    { invoices: SAMPLES, payAllUrl: SAMPLE_LINK.url },
    { invoices: SAMPLES.slice(0, 1), payAllUrl: null },
  ],
  values: (facts, writing) => {
    const [first] = facts.invoices
    const { 'invoice.is_paid': _isPaid, ...values } = valuesOfInvoice(first!, writing)
    return {
      ...namesOf(writing),
      ...values,
      invoices: facts.invoices.map((invoice) => fieldsOf(invoice, writing)),
      pay_all_link: facts.payAllUrl ?? '',
      'totals.count': facts.invoices.length,
      'totals.remaining': writing.formats.amount(remainingOf(facts.invoices), first!.currency),
    }
  },
  fixedParts: (facts, { words, formats, today }) => {
    const { invoices } = facts
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
      ...payParts(facts, words),
    }
  },
}

/** The button that pays all invoices, or else the one that is due longest. */
function payParts({ invoices, payAllUrl }: ReminderFacts, words: Writing['words']) {
  const [first] = invoices
  if (payAllUrl !== null)
    return { button: { label: words.viewAndPayAll, url: payAllUrl }, afterword: [words.linkOpensTogether] }
  const label = invoices.length === 1 ? words.viewAndPay : words.viewAndPayNumber(first!.number)
  return { button: { label, url: first!.payUrl } }
}
