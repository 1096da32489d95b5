import { type RawBuilder, sql } from 'kysely'
import type { RemoteKind } from '../../../gateways/accounting/port.ts'
import type { Ctx } from '../../../platform/context.ts'
import { here } from '../../../platform/db/distributed/here.ts'
import { isLostThere } from './links.ts'

/** Kinds of records that people decide about when an account moves to other books. */
export type MovedKind = Extract<RemoteKind, 'invoice' | 'credit_memo'>

/** True when the account has read other books before. */
export async function hasFormerBooks(ctx: Ctx, connectionId: string): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('accounting_connections')
    .select('id')
    .where('account_id', '=', ctx.accountId)
    .where('id', '<>', connectionId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

const isLinked = (
  ctx: Ctx,
  kind: RemoteKind,
  id: RawBuilder<string>,
  which: RawBuilder<boolean>,
) => sql<boolean>`
  exists (select from accounting_links l where l.account_id = ${ctx.accountId} and l.kind = ${kind} and l.local_id = ${id} and ${which})`

/** Whether a person told a record apart from the one that some books have, which may have been the only ones. */
const isToldApart = (ctx: Ctx, id: RawBuilder<string>) => sql<boolean>`
  exists (select from accounting_conflicts t where t.account_id = ${ctx.accountId} and t.subject_id = ${id}
    and t.kind = 'other_books' and t.choice = 'other_record')`

/**
 * Whether an invoice or a credit memo came from books: former ones have or had it, these lost it meanwhile, or a person told it apart
 * from the one that these have.
 */
const isFromBooks = (ctx: Ctx, connectionId: string, kind: MovedKind, id: RawBuilder<string>) => sql<boolean>`
  (${isLinked(ctx, kind, id, sql`(l.connection_id <> ${connectionId} or ${isLostThere('l')})`)} or ${isToldApart(ctx, id)})`

/** Whether an invoice that no books have came from some that lost it, or from which a person told it apart. */
export async function wasInBooks(ctx: Ctx, invoiceId: string): Promise<boolean> {
  const id = sql<string>`${invoiceId}::uuid`
  const { rows } = await sql`
    select from ${here(ctx.accountId)} where ${isLinked(ctx, 'invoice', id, isLostThere('l'))} or ${isToldApart(ctx, id)}`.execute(
    ctx.db,
  )
  return rows.length > 0
}

/** Whether it may be recognized in these books: they don't have it, or not any more. */
const isToRecognize = (
  ctx: Ctx,
  connectionId: string,
  kind: MovedKind,
  id: RawBuilder<string>,
) => sql<boolean>`
  ${isFromBooks(ctx, connectionId, kind, id)}
  and not ${isLinked(ctx, kind, id, sql`l.connection_id = ${connectionId} and l.state = 'live'`)}`

export interface FormerCustomer {
  readonly id: string
  /** In lower case. */
  readonly name: string
  readonly email: string
  /** Former books merged it into another one. */
  readonly isMerged: boolean
}

/** Returns customers from former books by their names in lower case. */
export async function formerCustomers(
  ctx: Ctx,
  connectionId: string,
  names: readonly string[],
): Promise<FormerCustomer[]> {
  const result = await sql<FormerCustomer>`
    select c.id, lower(c.short_name) as name, lower(c.email) as email, c.merged_into is not null as "isMerged" from customers c
    where c.account_id = ${ctx.accountId} and lower(c.short_name) = any(${names}::text[])
      and (${isLinked(ctx, 'customer', sql`c.id`, sql`l.connection_id <> ${connectionId} and l.state = 'live'`)}
        or exists (select from accounting_links l where l.account_id = ${ctx.accountId} and l.merged_from = c.id and l.connection_id <> ${connectionId}))
      and not ${isLinked(ctx, 'customer', sql`c.id`, sql`l.connection_id = ${connectionId}`)}
    order by c.id`.execute(ctx.db)
  return result.rows
}

/** An invoice from former books. Amounts are in minor units; the total is without late fees. */
export interface FormerInvoice {
  readonly id: string
  readonly customerId: string
  readonly number: string
  readonly currency: string
  readonly totalMinor: bigint
  readonly remainingMinor: bigint
  /** False for an invoice that is written off. */
  readonly isOpen: boolean
}

/** Returns invoices from former books by their numbers in lower case, and these, those that are not void. */
export async function formerInvoices(
  ctx: Ctx,
  connectionId: string,
  numbers: readonly string[],
  localIds: readonly string[],
): Promise<FormerInvoice[]> {
  const result = await sql<FormerInvoice>`
    select i.id, i.customer_id as "customerId", i.number, i.currency, i.total_minor - i.fees_minor as "totalMinor",
      r.remaining_minor as "remainingMinor", i.state = 'open' as "isOpen"
    from invoices i join receivables r on r.account_id = i.account_id and r.invoice_id = i.id
    where i.account_id = ${ctx.accountId} and i.state in ('open', 'written_off') and (i.id = any(${localIds}::uuid[])
      or lower(i.number) = any(${numbers}::text[]) and ${isToRecognize(ctx, connectionId, 'invoice', sql`i.id`)})`.execute(
    ctx.db,
  )
  return result.rows
}

/** Returns credit memos from former books by their numbers in lower case, and these, with what is left of them. */
export async function formerMemos(
  ctx: Ctx,
  connectionId: string,
  numbers: readonly string[],
  localIds: readonly string[],
): Promise<FormerInvoice[]> {
  const result = await sql<FormerInvoice>`
    select m.id, m.customer_id as "customerId", m.number, m.currency, m.total_minor as "totalMinor",
      b.remaining_minor as "remainingMinor", true as "isOpen"
    from credit_memos m join credit_balances b on b.account_id = m.account_id and b.credit_memo_id = m.id
    where m.account_id = ${ctx.accountId} and m.state = 'open' and (m.id = any(${localIds}::uuid[])
      or lower(m.number) = any(${numbers}::text[]) and ${isToRecognize(ctx, connectionId, 'credit_memo', sql`m.id`)})`.execute(
    ctx.db,
  )
  return result.rows
}

/** Something of former books that is still open here and that these books don't have. */
export interface LeftBehind {
  readonly id: string
  readonly number: string
  readonly currency: string
  readonly remainingMinor: bigint
}

const LEFT: Readonly<Record<MovedKind, (ctx: Ctx) => RawBuilder<LeftBehind>>> = {
  invoice: (ctx) => sql`
    select i.id, i.number, i.currency, r.remaining_minor as "remainingMinor" from invoices i
      join receivables r on r.account_id = i.account_id and r.invoice_id = i.id
    where i.account_id = ${ctx.accountId} and i.state = 'open' and not i.kept_after_move and r.remaining_minor > 0`,
  credit_memo: (ctx) => sql`
    select m.id, m.number, m.currency, b.remaining_minor as "remainingMinor" from credit_memos m
      join credit_balances b on b.account_id = m.account_id and b.credit_memo_id = m.id
    where m.account_id = ${ctx.accountId} and m.state = 'open' and not m.kept_after_move and b.remaining_minor > 0`,
}

/**
 * Returns the first of what is left behind, and how many there are, also only of these records; without those about which a person is
 * asked one by one.
 */
export async function readLeftBehind(
  ctx: Ctx,
  connectionId: string,
  kind: MovedKind,
  limit: number,
  of: readonly string[] | null = null,
): Promise<{ first: LeftBehind[]; count: number }> {
  const result = await sql<LeftBehind & { count: bigint }>`
    select o.*, count(*) over () as count from (${LEFT[kind](ctx)}) o
    where ${isFromBooks(ctx, connectionId, kind, sql`o.id`)}
      and not ${isLinked(ctx, kind, sql`o.id`, sql`l.connection_id = ${connectionId} and not ${isLostThere('l')}`)}
      and not exists (select from accounting_conflicts c where c.account_id = ${ctx.accountId} and c.subject_id = o.id
        and c.kind = 'other_books' and c.closed_at is null)
      and (${of === null} or o.id = any(${of === null ? [] : [...of]}::uuid[]))
    order by o.number, o.id limit ${limit}`.execute(ctx.db)
  // not money: records
  return { first: result.rows, count: Number(result.rows[0]?.count ?? 0n) }
}
