import { type RawBuilder, sql } from 'kysely'
import { asDate } from './clock.ts'
import type { Actor, Ctx } from './context.ts'
import { nextId } from './context.ts'
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
  await ctx.db
    .insertInto('audit_entries')
    .values({
      account_id: ctx.accountId,
      id: nextId(ctx),
      at: asDate(ctx.now),
      ...actorColumns(ctx.actor),
      action,
      object_type: object.type,
      object_id: object.id,
      detail: withCustomer(ctx, object, detail),
      ip: ctx.ip,
      request_id: ctx.requestId,
    })
    .execute()
}

/** Tables whose records belong to a customer, by the type of the entry's object. */
const TABLES_WITH_CUSTOMER: Readonly<Record<string, string>> = {
  invoice: 'invoices',
  payment: 'payments',
  credit_memo: 'credit_memos',
}

/** The details, with the customer of the record unless they name one. In the same statement, which costs no round trip. */
function withCustomer(
  ctx: Ctx,
  { type, id }: { type: string; id: string | null },
  detail: Record<string, unknown>,
): string | RawBuilder<string> {
  const text = JSON.stringify(detail)
  const table = TABLES_WITH_CUSTOMER[type]
  if (table === undefined || 'customer' in detail) return text
  return sql<string>`coalesce((select jsonb_build_object('customer', r.customer_id) from ${sql.table(table)} r
    where r.account_id = ${ctx.accountId} and r.id = ${id}), '{}') || ${text}::jsonb`
}

function actorColumns(actor: Actor): {
  actor_kind: 'staff' | 'customer' | 'pay_link' | 'preview' | 'system'
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
    case 'system':
      return { actor_kind: 'system', actor_id: null, actor_label: actor.job }
    case 'anonymous':
      return { actor_kind: 'system', actor_id: null, actor_label: 'Visitor' }
  }
}
