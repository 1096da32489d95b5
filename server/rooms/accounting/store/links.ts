import { type RawBuilder, sql } from 'kysely'
import type { RemoteKind } from '../../../gateways/accounting/port.ts'
import { asDate } from '../../../platform/clock.ts'
import type { Ctx } from '../../../platform/context.ts'
import { here } from '../../../platform/db/distributed/here.ts'
import type { LinkRow } from '../tables.ts'

/** Version of a record that was read from these books before the account moved to others, and that is recognized anew. */
export const TO_RECOGNIZE = '?'

/** Returns the links of records by their ids at the platform. */
export async function linksOf(
  ctx: Ctx,
  connectionId: string,
  kind: RemoteKind,
  remoteIds: readonly string[],
): Promise<Map<string, LinkRow>> {
  if (remoteIds.length === 0) return new Map()
  const rows = await ctx.db
    .selectFrom('accounting_links')
    .selectAll()
    .where('account_id', '=', ctx.accountId)
    .where('connection_id', '=', connectionId)
    .where('kind', '=', kind)
    .where(sql<boolean>`remote_id = any(${remoteIds}::text[])`)
    .execute()
  return new Map(rows.map((row) => [row.remote_id, row]))
}

export interface LinkToWrite {
  readonly kind: RemoteKind
  readonly remoteId: string
  readonly localId: string | null
  readonly version: string
  readonly state?: LinkRow['state']
  readonly url?: string
  /** It was only listed, and is read on its own before others. */
  readonly isToRead?: boolean
  /** The customer here that a record was before the platform merged it. */
  readonly mergedFrom?: string | null
  /** It was recognized now, after a move. */
  readonly isRecognized?: boolean
}

/** Instant at which a record counts as seen that is to be read before all others. */
const FIRST = new Date(0) // an instant

/** Writes links in one statement. A known one gets the new version and state, and keeps its record here unless another is given. */
export async function writeLinks(
  ctx: Ctx,
  connectionId: string,
  links: readonly LinkToWrite[],
): Promise<void> {
  if (links.length === 0) return
  const rows = links.map((link) => ({
    kind: link.kind,
    remote_id: link.remoteId,
    local_id: link.localId,
    version: link.version,
    state: link.state ?? 'live',
    url: link.url ?? '',
    seen_at: link.isToRead ? FIRST : asDate(ctx.now),
    recognized_at: link.isRecognized ? asDate(ctx.app.clock.wallNow()) : null,
    merged_from: link.mergedFrom ?? null,
  }))
  await sql`
    insert into accounting_links as l (account_id, connection_id, kind, remote_id, local_id, version, state, url, seen_at, recognized_at, merged_from)
    select here.account_id, ${connectionId}::uuid, r.kind, r.remote_id, r.local_id, r.version, r.state, r.url, r.seen_at, r.recognized_at, r.merged_from
    from ${here(ctx.accountId)}, jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r(kind text, remote_id text, local_id uuid, version text, state text, url text, seen_at timestamptz, recognized_at timestamptz, merged_from uuid)
    on conflict (account_id, connection_id, kind, remote_id) do update set local_id = coalesce(excluded.local_id, l.local_id),
      version = excluded.version, state = excluded.state, url = excluded.url, seen_at = excluded.seen_at,
      recognized_at = coalesce(excluded.recognized_at, l.recognized_at),
      merged_from = coalesce(excluded.merged_from, l.merged_from)`.execute(ctx.db)
}

/**
 * Whether books have lost an invoice or a credit memo while the account was in other ones: it is decided about like all that they don't
 * have. `link` is the table or its alias.
 */
export const isLostThere = (link = 'accounting_links'): RawBuilder<boolean> => sql<boolean>`
  (${sql.ref(`${link}.state`)} = 'gone' and ${sql.ref(`${link}.version`)} = ${TO_RECOGNIZE}
    and ${sql.ref(`${link}.kind`)} <> 'customer')`

/**
 * Returns the link of a record here, that of the connected books before those of former ones, and a live one before others; undefined for
 * one that is not at a platform.
 */
export const linkOfLocal = (ctx: Ctx, kind: RemoteKind, localId: string): Promise<LinkRow | undefined> =>
  ctx.db
    .selectFrom('accounting_links')
    .selectAll()
    .where('account_id', '=', ctx.accountId)
    .where('kind', '=', kind)
    .where('local_id', '=', localId)
    .where(sql<boolean>`not ${isLostThere()}`)
    .orderBy(
      (eb) =>
        eb.exists(
          eb
            .selectFrom('accounting_connections as c')
            .select('c.id')
            .whereRef('c.account_id', '=', 'accounting_links.account_id')
            .whereRef('c.id', '=', 'accounting_links.connection_id')
            .where('c.status', '=', 'connected'),
        ),
      'desc',
    )
    .orderBy(sql`state = 'live'`, 'desc')
    .orderBy('remote_id')
    .executeTakeFirst()

/** Returns the platform's ids of records here, of those that are not merged into others: of a live one before one that is gone. */
export async function remoteIdsOf(
  ctx: Ctx,
  connectionId: string,
  kind: RemoteKind,
  localIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await ctx.db
    .selectFrom('accounting_links')
    .select(['local_id', 'remote_id'])
    .where('account_id', '=', ctx.accountId)
    .where('connection_id', '=', connectionId)
    .where('kind', '=', kind)
    .where('state', '<>', 'merged')
    .where(sql<boolean>`not ${isLostThere()}`)
    .where(sql<boolean>`local_id = any(${localIds}::uuid[])`)
    .orderBy(sql`state = 'live'`)
    .execute()
  return new Map(rows.map((row) => [row.local_id!, row.remote_id]))
}

/** Returns live records that a full reading, begun at `since`, has not seen. */
export const unseenLinks = (ctx: Ctx, connectionId: string, since: Date, limit: number): Promise<LinkRow[]> =>
  ctx.db
    .selectFrom('accounting_links')
    .selectAll()
    .where('account_id', '=', ctx.accountId)
    .where('connection_id', '=', connectionId)
    .where('state', '=', 'live')
    .where('seen_at', '<', since)
    .orderBy('seen_at')
    .limit(limit)
    .execute()

/**
 * Returns records that were applied in part only: invoices before the credit that was used on them, those first that were not read for
 * longest, so that some that stay so hold up no others.
 */
export const incompleteLinks = (
  ctx: Ctx,
  connectionId: string,
  limit: number,
  kinds: readonly RemoteKind[] = ['invoice', 'credit_memo', 'customer', 'payment'],
): Promise<LinkRow[]> =>
  ctx.db
    .selectFrom('accounting_links')
    .selectAll()
    .where('account_id', '=', ctx.accountId)
    .where('connection_id', '=', connectionId)
    .where('version', '=', '')
    .where('local_id', 'is not', null)
    .where('kind', 'in', [...kinds])
    .orderBy('seen_at')
    .orderBy('remote_id')
    .limit(limit)
    .execute()

/** Returns the customer of an invoice here as it is now; null for an unknown one. */
export async function customerOfInvoice(ctx: Ctx, invoiceId: string | undefined): Promise<string | null> {
  if (invoiceId === undefined) return null
  const row = await ctx.db
    .selectFrom('invoices')
    .select('customer_id')
    .where('account_id', '=', ctx.accountId)
    .where('id', '=', invoiceId)
    .executeTakeFirst()
  return row?.customer_id ?? null
}

/** Returns the currencies of invoices here. */
export async function currenciesOf(
  ctx: Ctx,
  invoiceIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (invoiceIds.length === 0) return new Map()
  const rows = await ctx.db
    .selectFrom('invoices')
    .select(['id', 'currency'])
    .where('account_id', '=', ctx.accountId)
    .where(sql<boolean>`id = any(${[...invoiceIds]}::uuid[])`)
    .execute()
  return new Map(rows.map(({ id, currency }) => [id, currency]))
}

/** Marks invoices or credit memos as applied in part, so that their state at the platform is read and applied again, before others. */
export async function forgetVersions(
  ctx: Ctx,
  connectionId: string,
  localIds: readonly string[],
  kind: RemoteKind = 'invoice',
): Promise<void> {
  if (localIds.length === 0) return
  await ctx.db
    .updateTable('accounting_links')
    .set({ version: '', seen_at: FIRST })
    .where('account_id', '=', ctx.accountId)
    .where('connection_id', '=', connectionId)
    .where('kind', '=', kind)
    .where('local_id', 'in', [...localIds])
    .where('state', '=', 'live')
    .where('version', '<>', TO_RECOGNIZE) // it is recognized first
    .execute()
}

/**
 * Lets the invoices and credit memos of books that are read again after others be recognized anew, and applies their customers as they
 * are there, because others have changed them meanwhile. What is void here is read as another record where these books have it open:
 * others voided it or lack it. What these books had lost before is asked for as it was.
 */
export async function recognizeAgain(ctx: Ctx, connectionId: string): Promise<void> {
  await sql`
    update accounting_links l set local_id = null, version = ''
    where l.account_id = ${ctx.accountId} and l.connection_id = ${connectionId} and l.kind in ('invoice', 'credit_memo') and (
      exists (select from invoices i where i.account_id = l.account_id and i.id = l.local_id and i.state = 'void')
      or exists (select from credit_memos m where m.account_id = l.account_id and m.id = l.local_id and m.state = 'void'))`.execute(
    ctx.db,
  )
  await ctx.db
    .updateTable('accounting_links')
    .set({ version: TO_RECOGNIZE })
    .where('account_id', '=', ctx.accountId)
    .where('connection_id', '=', connectionId)
    .where('kind', 'in', ['customer', 'invoice', 'credit_memo'])
    .where('local_id', 'is not', null)
    .where((eb) => eb.or([eb('state', '<>', 'gone'), eb('kind', '=', 'customer')]))
    .execute()
}

/** Parts a record of these books from the one here, so that it is read as another one, also by a reading that is past it. */
export async function partLink(
  ctx: Ctx,
  connectionId: string,
  kind: RemoteKind,
  remoteId: string,
): Promise<void> {
  await ctx.db
    .updateTable('accounting_links')
    .set({ local_id: null, version: '', seen_at: FIRST })
    .where('account_id', '=', ctx.accountId)
    .where('connection_id', '=', connectionId)
    .where('kind', '=', kind)
    .where('remote_id', '=', remoteId)
    .execute()
}

/**
 * Parts records here from those that these books had of them before and don't have any more, since another one there is the same now.
 * Returns the platform's ids of the former ones.
 */
export async function partGone(
  ctx: Ctx,
  connectionId: string,
  kind: RemoteKind,
  localIds: readonly string[],
): Promise<string[]> {
  if (localIds.length === 0) return []
  const rows = await ctx.db
    .updateTable('accounting_links')
    .set({ local_id: null })
    .where('account_id', '=', ctx.accountId)
    .where('connection_id', '=', connectionId)
    .where('kind', '=', kind)
    .where('state', '=', 'gone')
    .where(sql<boolean>`local_id = any(${[...localIds]}::uuid[])`)
    .returning('remote_id')
    .execute()
  return rows.map(({ remote_id }) => remote_id)
}
