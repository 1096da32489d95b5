import { sql } from 'kysely'
import { asDate } from '../../../platform/clock.ts'
import type { Ctx } from '../../../platform/context.ts'
import { here } from '../../../platform/db/distributed/here.ts'
import { type InvoiceText, LINE_COLUMNS, lineRow } from './invoices.ts'

export interface InvoiceToImport extends Omit<InvoiceText, 'depositTo'> {
  readonly id: string
  readonly number: string
  readonly fingerprint: Buffer | null
}

/** Writes open invoices with their lines in two statements. Returns the ids of those with a free number. */
export async function insertImported(ctx: Ctx, invoices: readonly InvoiceToImport[]): Promise<string[]> {
  if (invoices.length === 0) return []
  const at = asDate(ctx.now)
  const result = await sql<{ id: string }>`
    insert into invoices (account_id, id, customer_id, number, state, currency, invoice_date, due_date, terms, notes,
      subtotal_minor, discount_minor, tax_minor, total_minor, issued_at, import_fingerprint, created_by, created_at, updated_at)
    select here.account_id, n.id, n.customer_id, n.number, 'open', n.currency, n.invoice_date, n.due_date, n.terms, n.notes,
      n.subtotal, n.discount, n.tax, n.total, ${at}::timestamptz, decode(n.fingerprint, 'hex'),
      ${ctx.actor.kind === 'staff' ? ctx.actor.userId : null}::uuid, ${at}::timestamptz, ${at}::timestamptz
    from ${here(ctx.accountId)}, jsonb_to_recordset(${JSON.stringify(invoices.map(invoiceRow))}::jsonb) as n(id uuid, customer_id uuid, number text,
      currency text, invoice_date date, due_date date, terms text, notes text, subtotal bigint, discount bigint, tax bigint,
      total bigint, fingerprint text)
    order by n.number on conflict (account_id, lower(number)) do nothing returning id`.execute(ctx.db)
  const ids = new Set(result.rows.map((row) => row.id))
  const lines = invoices
    .filter((invoice) => ids.has(invoice.id))
    .flatMap((invoice) =>
      invoice.lines.map((line, position) => ({ ...lineRow(line, position), invoice_id: invoice.id })),
    )
  await sql`
    insert into invoice_lines (account_id, invoice_id, position, description, detail, quantity_e4, unit_price_minor,
      discount_ppm, tax_name, tax_ppm, net_minor, tax_minor)
    select here.account_id, l.invoice_id, l.position, l.description, l.detail, l.quantity, l.price, l.discount, l.tax_name,
      l.tax_ppm, l.net, l.tax
    from ${here(ctx.accountId)}, jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as l(invoice_id uuid, ${LINE_COLUMNS})`.execute(
    ctx.db,
  )
  return [...ids]
}

const invoiceRow = (invoice: InvoiceToImport) => ({
  id: invoice.id,
  customer_id: invoice.customerId,
  number: invoice.number,
  currency: invoice.currency,
  invoice_date: invoice.invoiceDate,
  due_date: invoice.dueDate,
  terms: invoice.terms,
  notes: invoice.notes,
  subtotal: invoice.totals.subtotalMinor.toString(),
  discount: invoice.totals.discountMinor.toString(),
  tax: invoice.totals.taxMinor.toString(),
  total: invoice.totals.totalMinor.toString(),
  fingerprint: invoice.fingerprint?.toString('hex') ?? null,
})
