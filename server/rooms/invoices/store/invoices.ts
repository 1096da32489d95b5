import { type Selectable, sql } from 'kysely'
import type { CalendarDate } from '../../../../domain/dates/calendar.ts'
import type { PaymentTerms } from '../../../../domain/dates/terms.ts'
import type { InvoiceState } from '../../../../domain/invoices/invoice-status.ts'
import type { InvoiceTotals } from '../../../../domain/invoices/invoice-totals.ts'
import type { DepositTo } from '../../../../domain/payments/deposit-to.ts'
import { asDate } from '../../../platform/clock.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { Database } from '../../../platform/db/database.ts'
import { here } from '../../../platform/db/distributed/here.ts'
import type { WrittenLine } from '../rules.ts'
import { nextNumber, skipUsedNumbers } from './numbers.ts'

export type InvoiceRecord = Selectable<Database['invoices']>

/** Editable contents of an invoice. */
export interface InvoiceText {
  readonly customerId: string
  readonly currency: string
  readonly invoiceDate: CalendarDate
  readonly dueDate: CalendarDate
  readonly terms: PaymentTerms
  readonly notes: string
  readonly depositTo: DepositTo
  readonly lines: readonly WrittenLine[]
  readonly totals: Pick<InvoiceTotals, 'subtotalMinor' | 'discountMinor' | 'taxMinor' | 'totalMinor'>
}

const MAX_TRIES = 5

/**
 * Writes a draft under the given number, or the next of the sequence. Null when the given number is used, or
 * no free one was found.
 */
export async function insertDraft(
  ctx: Ctx,
  id: string,
  text: InvoiceText,
  number: string | undefined,
): Promise<string | null> {
  if (number !== undefined) return insertNumbered(ctx, id, text, sql`select ${number}::text as number`)
  for (let attempt = 0; attempt < MAX_TRIES; attempt++) {
    const taken = await insertNumbered(ctx, id, text, nextNumber(ctx, 'invoice'))
    if (taken !== null) return taken
    await skipUsedNumbers(ctx, 'invoice')
  }
  return null
}

/** Inserts number, invoice and lines in one statement, so that the sequence's row is locked only briefly. */
async function insertNumbered(
  ctx: Ctx,
  id: string,
  text: InvoiceText,
  source: ReturnType<typeof sql>,
): Promise<string | null> {
  const at = asDate(ctx.now)
  const { totals } = text
  const createdBy = ctx.actor.kind === 'staff' ? ctx.actor.userId : null
  const result = await sql<{ number: string }>`
    with source as (${source}), written as (
      insert into invoices (account_id, id, customer_id, number, state, currency, invoice_date, due_date, terms, notes, deposit_to,
        subtotal_minor, discount_minor, tax_minor, total_minor, created_by, created_at, updated_at)
      select here.account_id, ${id}::uuid, ${text.customerId}::uuid, source.number, 'draft', ${text.currency}::text,
        ${text.invoiceDate}::date, ${text.dueDate}::date, ${text.terms}::text, ${text.notes}::text, ${text.depositTo}::text, ${totals.subtotalMinor}::bigint,
        ${totals.discountMinor}::bigint, ${totals.taxMinor}::bigint, ${totals.totalMinor}::bigint, ${createdBy}::uuid,
        ${at}::timestamptz, ${at}::timestamptz
      from source, ${here(ctx.accountId)} on conflict (account_id, lower(number)) do nothing returning id, number
    ), lines as (${insertLines(ctx, sql`written w`, sql`w.id`, text.lines)})
    select number from written`.execute(ctx.db)
  return result.rows[0]?.number ?? null
}

function insertLines(
  ctx: Ctx,
  from: ReturnType<typeof sql>,
  invoiceId: ReturnType<typeof sql>,
  lines: readonly WrittenLine[],
) {
  const rows = lines.map((line, position) => lineRow(line, position))
  return sql`
    insert into invoice_lines (account_id, invoice_id, position, description, detail, quantity_e4, unit_price_minor,
      discount_ppm, tax_name, tax_ppm, net_minor, tax_minor)
    select here.account_id, ${invoiceId}, l.position, l.description, l.detail, l.quantity, l.price, l.discount, l.tax_name,
      l.tax_ppm, l.net, l.tax
    from ${here(ctx.accountId)}, ${from}, jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as l(${LINE_COLUMNS})`
}

/** Converts a line to JSON for the database. Amounts are texts, so that none becomes a float. */
export const lineRow = (line: WrittenLine, position: number) => ({
  position,
  description: line.description,
  detail: line.detail,
  quantity: line.quantity.toString(),
  price: line.unitPriceMinor.toString(),
  discount: line.discountPpm,
  tax_name: line.taxName,
  tax_ppm: line.taxPpm,
  net: line.netMinor.toString(),
  tax: line.taxMinor.toString(),
})

export const LINE_COLUMNS = sql`position smallint, description text, detail text, quantity bigint, price bigint,
  discount integer, tax_name text, tax_ppm integer, net bigint, tax bigint`

/** Locks an invoice against other writers. Undefined when the account has none with this id. */
export const lockInvoice = (ctx: Ctx, id: string): Promise<InvoiceRecord | undefined> =>
  ctx.db
    .selectFrom('invoices')
    .selectAll()
    .where('account_id', '=', ctx.accountId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()

/**
 * Rewrites an invoice with its lines. False when the number is used: the failed statement has aborted the
 * transaction.
 */
export async function rewriteInvoice(
  ctx: Ctx,
  id: string,
  text: InvoiceText,
  number: string,
): Promise<boolean> {
  try {
    await updateHead(ctx, id, text, number)
  } catch (error) {
    if ((error as { constraint?: string }).constraint === 'invoices_number') return false
    throw error
  }
  await deleteLines(ctx, id)
  await insertLines(ctx, sql`(values (1)) one(n)`, sql`${id}::uuid`, text.lines).execute(ctx.db)
  return true
}

async function updateHead(ctx: Ctx, id: string, text: InvoiceText, number: string): Promise<void> {
  await ctx.db
    .updateTable('invoices')
    .set((eb) => ({
      customer_id: text.customerId,
      currency: text.currency,
      number,
      invoice_date: text.invoiceDate,
      due_date: text.dueDate,
      terms: text.terms,
      notes: text.notes,
      deposit_to: text.depositTo,
      subtotal_minor: text.totals.subtotalMinor,
      discount_minor: text.totals.discountMinor,
      tax_minor: text.totals.taxMinor,
      total_minor: eb('fees_minor', '+', text.totals.totalMinor),
      revision: eb('revision', '+', 1),
      updated_at: asDate(ctx.now),
    }))
    .where('account_id', '=', ctx.accountId)
    .where('id', '=', id)
    .execute()
}

async function deleteLines(ctx: Ctx, id: string): Promise<void> {
  await ctx.db
    .deleteFrom('invoice_lines')
    .where('account_id', '=', ctx.accountId)
    .where('invoice_id', '=', id)
    .execute()
}

/** Deletes a draft. Foreign keys prevent it while rows reference the invoice. */
export async function deleteInvoice(ctx: Ctx, id: string): Promise<void> {
  await deleteLines(ctx, id)
  await ctx.db
    .deleteFrom('invoices')
    .where('account_id', '=', ctx.accountId)
    .where('id', '=', id)
    .where('state', '=', 'draft')
    .execute()
}

/** Stores the revision of an invoice before a change. */
export async function keepRevision(
  ctx: Ctx,
  invoice: InvoiceRecord,
  snapshot: Record<string, unknown>,
): Promise<void> {
  await ctx.db
    .insertInto('invoice_revisions')
    .values({
      account_id: ctx.accountId,
      invoice_id: invoice.id,
      revision: invoice.revision,
      snapshot: JSON.stringify(snapshot),
      replaced_at: asDate(ctx.now),
      replaced_by: ctx.actor.kind === 'staff' ? ctx.actor.userId : null,
    })
    .execute()
}

/** Sets an invoice's state with the related times and reason. */
export async function setState(
  ctx: Ctx,
  id: string,
  state: InvoiceState,
  marks: Partial<Pick<InvoiceRecord, 'issued_at' | 'sent_at' | 'closed_at' | 'closed_because'>> = {},
): Promise<void> {
  await ctx.db
    .updateTable('invoices')
    .set({ state, updated_at: asDate(ctx.now), ...marks })
    .where('account_id', '=', ctx.accountId)
    .where('id', '=', id)
    .execute()
}

/** Notes whether invoices are kept since the account moved to books that don't have them. */
export async function setKeptAfterMove(ctx: Ctx, ids: readonly string[], isKept: boolean): Promise<void> {
  await ctx.db
    .updateTable('invoices')
    .set({ kept_after_move: isKept })
    .where('account_id', '=', ctx.accountId)
    .where(sql<boolean>`id = any(${[...ids]}::uuid[])`)
    .where('kept_after_move', '<>', isKept)
    .execute()
}

/** Records the first time a customer opened the invoice. */
export async function markViewed(ctx: Ctx, id: string): Promise<void> {
  await ctx.db
    .updateTable('invoices')
    .set({ viewed_at: asDate(ctx.now) })
    .where('account_id', '=', ctx.accountId)
    .where('id', '=', id)
    .where('viewed_at', 'is', null)
    .where('state', '<>', 'draft')
    .execute()
}

/** Reopens written-off invoices that are owed again. Returns their ids. */
export async function reopenOwed(ctx: Ctx, ids: readonly string[]): Promise<string[]> {
  const result = await sql<{ id: string }>`
    update invoices i set state = 'open', closed_at = null, closed_because = null, updated_at = ${asDate(ctx.now)}
    from receivables r
    where i.account_id = ${ctx.accountId} and i.id = any(${ids}::uuid[]) and i.state = 'written_off'
      and r.account_id = i.account_id and r.invoice_id = i.id and r.remaining_minor > 0
    returning i.id`.execute(ctx.db)
  return result.rows.map((row) => row.id)
}
