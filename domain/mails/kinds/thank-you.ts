import type { CalendarDate } from '../../dates/calendar.ts'
import { sumMinor } from '../../money/money.ts'
import type { MailKind, Writing } from '../mail-kind.ts'
import { namesOf } from './invoice-facts.ts'

/** An invoice that was paid in full. Amounts in minor units. */
interface PaidInvoice {
  readonly number: string
  readonly totalMinor: bigint
  readonly paidMinor: bigint
  readonly paidOn: CalendarDate
  readonly currency: string
}

export interface ThankYouFacts {
  /** The first paid first; at least one, all in one currency. */
  readonly invoices: readonly PaidInvoice[]
}

const SAMPLE: PaidInvoice = {
  number: 'INV-1001',
  totalMinor: 120_000n,
  paidMinor: 120_000n,
  paidOn: '2026-12-14',
  currency: 'USD',
}
const SAMPLES = [SAMPLE, { ...SAMPLE, number: 'INV-1002' }]

const paidOf = (invoices: readonly PaidInvoice[], { formats }: Writing): string =>
  formats.amount(sumMinor(invoices.map((one) => one.paidMinor)), invoices[0]!.currency)

/** Values of an invoice by their names without 'invoice.'. */
const fieldsOf = (invoice: PaidInvoice, { formats }: Writing) => ({
  number: invoice.number,
  total: formats.amount(invoice.totalMinor, invoice.currency),
  paid: formats.amount(invoice.paidMinor, invoice.currency),
  paid_on: formats.date(invoice.paidOn),
})

/** The step of a reminder flow after the payment. Asks for nothing: it has no link that pays. */
export const thankYouKind: MailKind<ThankYouFacts> = {
  name: 'Thank you',
  sentWhen: 'When a step of a reminder flow after the payment is due.',
  variables: [
    'company.name',
    'customer.name',
    'invoice.number',
    'invoice.total',
    'invoice.paid',
    'invoice.paid_on',
    'invoices',
    'totals.count',
    'totals.paid',
  ],
  samples: [{ invoices: SAMPLES }, { invoices: SAMPLES.slice(0, 1) }],
  values: ({ invoices }, writing) => {
    const fields = invoices.map((one) => fieldsOf(one, writing))
    const { number, total, paid, paid_on } = fields[0]!
    return {
      ...namesOf(writing),
      'invoice.number': number,
      'invoice.total': total,
      'invoice.paid': paid,
      'invoice.paid_on': paid_on,
      invoices: fields,
      'totals.count': invoices.length,
      'totals.paid': paidOf(invoices, writing),
    }
  },
  fixedParts: ({ invoices }, writing) => {
    const { words, formats } = writing
    return {
      figure: {
        label: words.amountPaid,
        value: paidOf(invoices, writing),
        note:
          invoices.length === 1
            ? words.paidOn(formats.date(invoices[0]!.paidOn))
            : words.invoiceCount(invoices.length),
      },
      rows: invoices.map((one) => ({
        label: words.invoicePaid(one.number, formats.date(one.paidOn)),
        value: formats.amount(one.paidMinor, one.currency),
      })),
    }
  },
}
