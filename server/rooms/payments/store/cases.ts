import { type Selectable, sql } from 'kysely'
import type { CaseKind } from '../../../../contract/payments/payment-cases.ts'
import type { Money } from '../../../gateways/payments/port.ts'
import { asDate } from '../../../platform/clock.ts'
import { type Ctx, nextId } from '../../../platform/context.ts'
import { here } from '../../../platform/db/distributed/here.ts'
import { pageOf, readCountedPage } from '../../../platform/db/window.ts'
import { markDue } from '../../../platform/due-work/mark-due.ts'
import type { PaymentCasesTable } from './case-tables.ts'

export interface CaseToOpen {
  readonly provider: string
  readonly kind: CaseKind
  /** Subject: the id of our payment, refund or event, otherwise the processor's reference. */
  readonly subject: string
  readonly paymentId: string | null
  readonly providerRef: string | null
  readonly booked: Money | null
  readonly observed: Money | null
}

export type CaseRow = Selectable<PaymentCasesTable> & { readonly number: string | null }

/**
 * Opens a case, or records that it was found again. Returns the id of a new case; null when it is open
 * already, or when a person closed it and its amounts are unchanged.
 */
export async function insertCase(ctx: Ctx, found: CaseToOpen): Promise<string | null> {
  const { booked, observed } = found
  const id = nextId(ctx)
  const at = asDate(ctx.now)
  const result = await sql<{ id: string }>`
    insert into payment_cases (account_id, id, provider, kind, subject, payment_id, provider_ref, booked_minor, booked_currency,
      observed_minor, observed_currency, opened_at, seen_at)
    select here.account_id, ${id}::uuid, ${found.provider}, ${found.kind}, ${found.subject}, ${found.paymentId}::uuid,
      ${found.providerRef}, ${booked?.minor ?? null}::bigint, ${booked?.currency ?? null}, ${observed?.minor ?? null}::bigint,
      ${observed?.currency ?? null}, ${at}, ${at}
    from ${here(ctx.accountId)} where not exists (select from payment_cases c where c.account_id = here.account_id and c.provider = ${found.provider}
      and c.kind = ${found.kind} and c.subject = ${found.subject} and c.closed_by is not null
      and c.booked_minor is not distinct from ${booked?.minor ?? null}::bigint
      and c.observed_minor is not distinct from ${observed?.minor ?? null}::bigint)
    on conflict (account_id, provider, kind, subject) where closed_at is null do update
      set seen_at = excluded.seen_at, booked_minor = excluded.booked_minor, booked_currency = excluded.booked_currency,
        observed_minor = excluded.observed_minor, observed_currency = excluded.observed_currency
    returning id`.execute(ctx.db)
  if (result.rows[0]?.id !== id) return null
  await markDue(ctx, 'payments.notify-cases', id, ctx.now)
  return id
}

const ROWS = sql`select c.*, p.number from payment_cases c
  left join payments p on p.account_id = c.account_id and p.id = c.payment_id`

export async function readCaseRow(ctx: Ctx, id: string): Promise<CaseRow | null> {
  const result = await sql<CaseRow>`${ROWS} where c.account_id = ${ctx.accountId} and c.id = ${id}`.execute(
    ctx.db,
  )
  return result.rows[0] ?? null
}

/** Locks a case. Returns false when there is none. */
export async function lockCase(ctx: Ctx, id: string): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('payment_cases')
    .select('id')
    .where('account_id', '=', ctx.accountId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

/** Closes a case, by a person with a note, or automatically when its difference is gone. */
export async function setClosed(ctx: Ctx, id: string, by: string | null, note: string): Promise<void> {
  await ctx.db
    .updateTable('payment_cases')
    .set({ closed_at: asDate(ctx.now), closed_by: by, note })
    .where('account_id', '=', ctx.accountId)
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    .execute()
}

export interface CaseQuery {
  readonly state: 'open' | 'closed' | 'all'
  /** Empty, or at least 3 characters: a payment's number or a processor's reference. */
  readonly search: string
  readonly direction: 'asc' | 'desc'
  readonly limit: number
  readonly offset: number
}

export async function selectCases(ctx: Ctx, query: CaseQuery): Promise<{ count: number; rows: CaseRow[] }> {
  const states = {
    open: sql<boolean>`c.closed_at is null`,
    closed: sql<boolean>`c.closed_at is not null`,
    all: sql<boolean>`true`,
  }
  const found =
    query.search === ''
      ? sql<boolean>`true`
      : sql<boolean>`(strpos(lower(coalesce(p.number, '')), lower(${query.search})) > 0 or strpos(coalesce(c.provider_ref, ''), ${query.search}) > 0)`
  const direction = query.direction === 'asc' ? sql`asc` : sql`desc`
  const read = async (limit: number, offset: number) => {
    const { rows } = await sql<CaseRow & { count: number }>`
    select q.*, count(*) over ()::int as count
    from (${ROWS} where c.account_id = ${ctx.accountId} and ${states[query.state]} and ${found}) q
    order by q.opened_at ${direction}, q.id ${direction} ${pageOf(limit, offset)}`.execute(ctx.db)
    return rows
  }
  return readCountedPage(read, query)
}

export async function casesOfPayment(ctx: Ctx, paymentId: string): Promise<CaseRow[]> {
  const result = await sql<CaseRow>`${ROWS}
    where c.account_id = ${ctx.accountId} and c.payment_id = ${paymentId} order by c.opened_at, c.id limit 50`.execute(
    ctx.db,
  )
  return result.rows
}

/** Returns a processor's open cases, oldest first. */
export async function openCasesOf(ctx: Ctx, provider: string, limit: number): Promise<CaseRow[]> {
  const result = await sql<CaseRow>`${ROWS}
    where c.account_id = ${ctx.accountId} and c.provider = ${provider} and c.closed_at is null
    order by c.seen_at, c.id limit ${limit}`.execute(ctx.db)
  return result.rows
}

/** Returns the cases that the owners were not notified of, and marks them as notified. */
export async function takeUnnotified(ctx: Ctx): Promise<CaseRow[]> {
  const taken = await sql<{ id: string }>`
    update payment_cases set told_at = ${asDate(ctx.now)}
    where account_id = ${ctx.accountId} and told_at is null returning id`.execute(ctx.db)
  if (taken.rows.length === 0) return []
  const ids = taken.rows.map(({ id }) => id)
  const result = await sql<CaseRow>`
    select c.*, p.number
    from payment_cases c left join payments p on p.account_id = c.account_id and p.id = c.payment_id
    where c.account_id = ${ctx.accountId} and c.id = any(${ids}::uuid[])
    order by c.opened_at, p.number, c.kind, c.subject`.execute(ctx.db)
  return result.rows
}

/** Returns when the oldest case was opened that the owners have not been notified of, in epoch ms. */
export async function oldestUnnotifiedAt(ctx: Ctx): Promise<number | null> {
  const { at } = await ctx.db
    .selectFrom('payment_cases')
    .select(({ fn }) => fn.min('opened_at').as('at'))
    .where('account_id', '=', ctx.accountId)
    .where('told_at', 'is', null)
    .executeTakeFirstOrThrow()
  return at?.getTime() ?? null
}
