import { type Selectable, sql } from 'kysely'
import type { DateFormat } from '../../../../domain/dates/calendar.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { Database } from '../../../platform/db/database.ts'
import type { WrittenLine } from '../rules.ts'
import { visibleTo } from './facts.ts'
import type { InvoiceRecord } from './invoices.ts'
import { type PlanColumns, planColumns, planJoin } from './plan-columns.ts'

/** An invoice with its customer and its figures from the ledger. */
export interface InvoiceWhole extends InvoiceRecord, PlanColumns {
  short_name: string
  company_name: string
  email: string
  extra_emails: string[]
  customer_active: boolean
  customer_erased_at: Date | null
  addressline1: string
  addressline2: string
  city: string
  address_state: string
  postal_code: string
  country: string
  charged_minor: bigint
  remaining_minor: bigint
  reserved_minor: bigint
  /** Time zone of the account. */
  timezone: string
  date_format: DateFormat
  /** False when it is kept in an accounting platform, where it is changed. */
  kept_here: boolean
}

/** Returns an invoice that the actor may see; else undefined. */
export async function readInvoiceWhole(ctx: Ctx, id: string): Promise<InvoiceWhole | undefined> {
  const result = await sql<InvoiceWhole>`
    select i.*, c.short_name, c.company_name, c.email, c.extra_emails, c.is_active as customer_active, c.erased_at as customer_erased_at, c.addressline1,
      c.addressline2, c.city, c.state as address_state, c.postal_code, c.country, coalesce(r.charged_minor, 0) as charged_minor,
      coalesce(r.remaining_minor, 0) as remaining_minor, coalesce(r.reserved_minor, 0) as reserved_minor, a.timezone, a.date_format,
      a.account_type is distinct from 'provider' as kept_here,
      ${planColumns}
    from invoices i
      join accounts a on a.account_id = i.account_id
      join customers c on c.account_id = i.account_id and c.id = i.customer_id
      left join receivables r on r.account_id = i.account_id and r.invoice_id = i.id${planJoin}
    where i.account_id = ${ctx.accountId} and i.id = ${id} and ${visibleTo(ctx.actor)}`.execute(ctx.db)
  return result.rows[0]
}

const toLine = (row: Selectable<Database['invoice_lines']>): WrittenLine => ({
  description: row.description,
  detail: row.detail,
  quantity: row.quantity_e4,
  unitPriceMinor: row.unit_price_minor,
  discountPpm: row.discount_ppm,
  taxName: row.tax_name,
  taxPpm: row.tax_ppm,
  netMinor: row.net_minor,
  taxMinor: row.tax_minor,
})

/** Returns the lines of an invoice in order. */
export async function readWrittenLines(ctx: Ctx, id: string): Promise<WrittenLine[]> {
  const rows = await ctx.db
    .selectFrom('invoice_lines')
    .selectAll()
    .where('account_id', '=', ctx.accountId)
    .where('invoice_id', '=', id)
    .orderBy('position')
    .execute()
  return rows.map(toLine)
}

/** A recorded event of an invoice. */
export interface HistoryRow {
  /** Origin of the record: ledger, audit log or mail. */
  readonly source: 'ledger' | 'audit' | 'mail'
  readonly kind: string
  readonly text: string
  readonly at: Date
  /** Change of the owed amount by a ledger entry, or the amount of an audited action, in minor units. */
  readonly amount_minor: bigint
  readonly object_type: string
  readonly object_id: string | null
  /** Name of the actor; empty for none and for a job. */
  readonly person: string
  /** Reason for a failed message or a closed invoice. */
  readonly reason: string
}

/** Actions in this order precede other events of the same time. */
const BEGINNINGS = ['invoices.create', 'invoices.duplicate', 'invoices.send']

/** Returns all events of an invoice, oldest first, in a deterministic order. One statement. */
export async function readHistory(ctx: Ctx, id: string): Promise<HistoryRow[]> {
  const result = await sql<HistoryRow>`
    select 'ledger' as source, e.kind, e.description as text, e.recorded_at as at, sum(p.amount_minor)::bigint as amount_minor,
      e.source_type as object_type, e.source_id as object_id, '' as person, '' as reason, e.sequence as rank, e.id as made
    from ledger_postings p join ledger_entries e on e.account_id = p.account_id and e.id = p.entry_id
    where p.account_id = ${ctx.accountId} and p.invoice_id = ${id} group by e.account_id, e.id
    union all
    select 'mail', m.status, m.to_address, m.created_at, 0, m.kind, m.id, '', coalesce(m.failure, ''), 0, m.id
    from mail_messages m where m.account_id = ${ctx.accountId} and m.related_id = ${id} and m.related_type = 'invoice'
    union all
    select 'audit', a.action, coalesce(a.detail->>'to', ''), a.at, coalesce((a.detail->>'amountMinor')::bigint, 0), a.object_type,
      coalesce((a.detail->>'paymentId')::uuid, a.object_id),
      case when a.actor_kind = 'system' then ''
        else coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), a.actor_label) end,
      coalesce(a.detail->>'reason', ''),
      coalesce(array_position(${BEGINNINGS}::text[], a.action) - 10, 0), a.id
    from audit_entries a
      left join memberships m on a.actor_kind = 'staff' and m.account_id = a.account_id and m.user_id = a.actor_id
      left join users u on u.id = m.user_id
    where a.account_id = ${ctx.accountId} and a.object_id = ${id} and a.object_type = 'invoice'
    order by at, rank, made`.execute(ctx.db)
  return result.rows
}
