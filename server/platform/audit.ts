import { type Insertable, type RawBuilder, sql } from 'kysely'
import { asDate } from './clock.ts'
import type { Actor, Ctx } from './context.ts'
import { nextId } from './context.ts'
import type { AuditEntriesTable } from './db/database.ts'
import { here } from './db/distributed/here.ts'
import { unnestRows } from './db/rows/unnest-rows.ts'
import { markSealDue } from './due-work/mark-due.ts'
import type { AuditAction } from './registered-names.ts'

/**
 * Writes one audit entry in the caller's transaction. `detail` holds no secrets and no floats; the customer of an invoice,
 * payment or credit memo is added to it.
 */
export async function audit(
  ctx: Ctx,
  action: AuditAction,
  object: { type: string; id: string | null },
  detail: Record<string, unknown> = {},
): Promise<void> {
  const table = 'customer' in detail ? undefined : TABLES_WITH_CUSTOMER[object.type]
  const columns = columnsOf(ctx, action, object)
  if (table === undefined) return insertEntry(ctx, columns, detail)
  // A coordinator of Citus 13.2 crashed on the outer join, after some repetitions on one connection.
  if (ctx.app.isDistributed)
    return insertEntry(ctx, columns, { ...(await customerOf(ctx, table, object.id)), ...detail })
  await Promise.all([
    insertWithCustomer(table, columns, detail).execute(ctx.db),
    markSealDue(ctx, columns.id),
  ])
}

interface Entry {
  readonly object: { readonly type: string; readonly id: string | null }
  readonly detail: Record<string, unknown>
}

async function insertEntry(
  ctx: Ctx,
  columns: ReturnType<typeof columnsOf>,
  detail: Record<string, unknown>,
): Promise<void> {
  await Promise.all([
    ctx.db
      .insertInto('audit_entries')
      .values({ ...columns, detail: JSON.stringify(detail) })
      .execute(),
    markSealDue(ctx, columns.id),
  ])
}

/** Writes entries of one action in one statement. Each names its customer. */
export async function auditAll(
  ctx: Ctx,
  action: AuditAction,
  entries: readonly (Entry & { readonly detail: { readonly customer: string } })[],
): Promise<void> {
  const rows = entries.map(({ object, detail }) => ({
    id: nextId(ctx),
    object_type: object.type,
    object_id: object.id,
    detail: JSON.stringify(detail),
  }))
  const [first] = rows
  if (first === undefined) return
  const { at, actor_kind, actor_id, actor_label, ip, request_id } = callerColumns(ctx)
  await Promise.all([
    sql`
      insert into audit_entries (account_id, id, at, actor_kind, actor_id, actor_label, action, object_type, object_id, ip,
        request_id, detail)
      select here.account_id, r.id, ${at}::timestamptz, ${actor_kind}::text, ${actor_id}::uuid, ${actor_label}::text,
        ${action}::text, r.object_type, r.object_id, ${ip}::text, ${request_id}::text, r.detail
      from ${here(ctx.accountId)}, ${unnestRows('r', ENTRY_COLUMNS, rows)}`.execute(ctx.db),
    markSealDue(ctx, first.id),
  ])
}

const ENTRY_COLUMNS = { id: 'uuid', object_type: 'text', object_id: 'uuid', detail: 'jsonb' } as const

const columnsOf = (ctx: Ctx, action: AuditAction, object: Entry['object']) => ({
  account_id: ctx.accountId,
  id: nextId(ctx),
  ...callerColumns(ctx),
  action,
  object_type: object.type,
  object_id: object.id,
})

const callerColumns = (ctx: Ctx) => ({
  at: asDate(ctx.now),
  ...actorColumns(ctx.actor),
  ip: ctx.ip,
  request_id: ctx.requestId,
})

/** Tables whose records belong to a customer, by the type of the entry's object. */
const TABLES_WITH_CUSTOMER: Readonly<Record<string, string>> = {
  invoice: 'invoices',
  payment: 'payments',
  credit_memo: 'credit_memos',
}

type Columns = Omit<Insertable<AuditEntriesTable>, 'detail'>

async function customerOf(ctx: Ctx, table: string, id: string | null): Promise<{ customer?: string }> {
  const { rows } = await sql<{ customer: string }>`
    select r.customer_id as customer from ${sql.table(table)} r
    where r.account_id = ${ctx.accountId} and r.id = ${id} and r.customer_id is not null`.execute(ctx.db)
  return rows[0] ?? {}
}

/** Inserts an entry with the customer of the record among its details. In one statement, which costs no round trip. */
function insertWithCustomer(
  table: string,
  columns: Columns,
  detail: Record<string, unknown>,
): RawBuilder<unknown> {
  const {
    account_id,
    id,
    at,
    actor_kind,
    actor_id,
    actor_label,
    action,
    object_type,
    object_id,
    ip,
    request_id,
  } = columns
  return sql`
    insert into audit_entries (account_id, id, at, actor_kind, actor_id, actor_label, action, object_type, object_id, ip,
      request_id, detail)
    select here.account_id, ${id}::uuid, ${at}::timestamptz, ${actor_kind}::text, ${actor_id}::uuid, ${actor_label}::text,
      ${action}::text, ${object_type}::text, ${object_id}::uuid, ${ip}::text, ${request_id}::text,
      case when r.customer_id is null then '{}' else jsonb_build_object('customer', r.customer_id) end
        || ${JSON.stringify(detail)}::jsonb
    from ${here(account_id)} left join ${sql.table(table)} r on r.account_id = here.account_id and r.id = ${object_id}`
}

function actorColumns(actor: Actor): {
  actor_kind: 'staff' | 'customer' | 'pay_link' | 'preview' | 'api_key' | 'system'
  actor_id: string | null
  actor_label: string
} {
  switch (actor.kind) {
    case 'staff':
      return { actor_kind: 'staff', actor_id: actor.userId, actor_label: actor.email }
    case 'customer':
      return { actor_kind: 'customer', actor_id: actor.portalUserId, actor_label: actor.email }
    case 'pay_link':
      return { actor_kind: 'pay_link', actor_id: actor.payLinkId, actor_label: 'Pay link' }
    case 'preview':
      return { actor_kind: 'preview', actor_id: actor.userId, actor_label: actor.email }
    case 'api_key':
      return { actor_kind: 'api_key', actor_id: actor.keyId, actor_label: actor.name }
    case 'system':
      return { actor_kind: 'system', actor_id: null, actor_label: actor.job }
    case 'anonymous':
      return { actor_kind: 'system', actor_id: null, actor_label: 'Visitor' }
  }
}
