import { dateInZone, formatDate } from '../../../../../domain/dates/calendar.ts'
import { displayAmount } from '../../../../../domain/money/money.ts'
import type { Ctx, UnitOfWork } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { companyOf, readAccountRow } from '../../../accounts/index.ts'
import {
  type InvoicePdf,
  type NamedDocument,
  type PdfStamp,
  serveDocument,
} from '../../../documents/index.ts'
import { selectInvoice } from '../../store/subscriptions.ts'
import type { PlanInvoiceRow } from '../../tables.ts'

const PRODUCT = 'Quittance'
/** Ten-thousandths of a unit. */
const ONE = 10_000n

/** Returns the PDF of an invoice from Quittance. Refuses not_found, and as `serveDocument` does. */
export const planInvoicePdf = (uow: UnitOfWork, invoiceId: string) =>
  serveDocument(uow, async (ctx) => {
    const invoice = await selectInvoice(ctx, invoiceId)
    if (invoice === undefined) throw refuse('not_found')
    return composePlanInvoice(ctx, invoice)
  })

/** Composes the document of an invoice from Quittance: the operator's name above, the account's company and its address below. */
export async function composePlanInvoice(ctx: Ctx, invoice: PlanInvoiceRow): Promise<NamedDocument> {
  const { operatorName, supportEmail } = ctx.app.config
  const { timezone, dateFormat } = await readAccountRow(ctx)
  const { name, addressLines, address } = await companyOf(ctx)
  const { currency, amount_minor: total, tax_minor: tax } = invoice
  const charged = chargedOf(invoice)
  const paid = invoice.status === 'paid' ? charged : 0n
  const day = dateInZone(invoice.issued_at.getTime(), timezone)
  const data: InvoicePdf = {
    company: {
      name: operatorName ?? PRODUCT,
      addressLines: [],
      email: supportEmail,
      countryCode: address.country,
    },
    customer: { name, addressLines },
    number: invoice.number,
    currency,
    dateFormat,
    createdMs: invoice.issued_at.getTime(),
    stamp: STAMPS[invoice.status],
    facts: factsOf(invoice, (at) => formatDate(dateInZone(at.getTime(), timezone), dateFormat)),
    invoiceDate: day,
    dueDate: day,
    lines: linesOf(invoice).map(({ description, amountMinor }) => ({
      ...{ description, amountMinor, quantity: ONE, unitPriceMinor: amountMinor },
      ...{ discountPpm: 0, taxPpm: 0 },
    })),
    totals: {
      subtotalMinor: total - tax,
      discountMinor: 0n,
      taxes: tax === 0n ? [] : [{ name: 'Tax', ratePpm: null, taxMinor: tax }],
      totalMinor: total,
    },
    paidMinor: paid,
    creditedMinor: invoice.credit_minor,
    dueMinor: total - invoice.credit_minor - paid,
  }
  return { name: `Invoice ${invoice.number}.pdf`, contents: { kind: 'invoice', data } }
}

const STAMPS: Readonly<Record<PlanInvoiceRow['status'], PdfStamp | null>> = {
  paid: { text: 'PAID', tone: 'paid' },
  open: null,
  uncollectible: { text: 'NOT PAID', tone: 'overdue' },
  void: { text: 'VOID', tone: 'quiet' },
}

/** Returns the part of an invoice that the card is charged for; an invoice of less than zero charges nothing. */
export const chargedOf = ({
  amount_minor: amount,
  credit_minor: credit,
}: Pick<PlanInvoiceRow, 'amount_minor' | 'credit_minor'>): bigint => (amount > credit ? amount - credit : 0n)

/** Rows of earlier versions have only a description. */
const linesOf = ({ lines, description, amount_minor: total, tax_minor: tax }: PlanInvoiceRow) =>
  lines.length === 0
    ? [{ description, amountMinor: total - tax }]
    : lines.map((line) => ({ description: line.description, amountMinor: BigInt(line.amount_minor) }))

/** `day` formats the day of an instant. */
function factsOf(invoice: PlanInvoiceRow, day: (at: Date) => string): NonNullable<InvoicePdf['facts']> {
  const { period_starts_at: start, period_ends_at: end, paid_at: paid, status, currency } = invoice
  return [
    { label: 'Invoice date', value: day(invoice.issued_at) },
    ...(start && end ? [{ label: 'Period', value: `${day(start)} – ${day(end)}` }] : []),
    ...(status === 'paid' && paid ? [{ label: 'Paid on', value: day(paid), strong: true }] : []),
    {
      label: status === 'paid' ? 'Amount paid' : 'Amount due',
      value: displayAmount(status === 'void' ? 0n : chargedOf(invoice), currency),
      strong: true,
    },
  ]
}
