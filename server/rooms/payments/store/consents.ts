import { type Selectable, sql } from 'kysely'
import { asDate } from '../../../platform/clock.ts'
import { type Ctx, nextId } from '../../../platform/context.ts'
import type { AutoPaymentConsentsTable, StoredMethodsTable, WithdrawnBecause } from '../tables.ts'

/** A current or former consent to automatic payments, with the facts that describe its method. */
export type Consent = Selectable<AutoPaymentConsentsTable> &
  Pick<Selectable<StoredMethodsTable>, 'type' | 'brand' | 'last_4_digits'>

const all = (ctx: Ctx, customerId: string) =>
  ctx.db
    .selectFrom('auto_payment_consents as c')
    .innerJoin('stored_methods as m', (join) =>
      join.onRef('m.account_id', '=', 'c.account_id').onRef('m.id', '=', 'c.stored_method_id'),
    )
    .selectAll('c')
    .select(['m.type', 'm.brand', 'm.last_4_digits'])
    .where('c.account_id', '=', ctx.accountId)
    .where('c.customer_id', '=', customerId)

/** Returns a customer's consents, newest first. */
export const consentsOf = (ctx: Ctx, customerId: string): Promise<Consent[]> =>
  all(ctx, customerId).orderBy('c.agreed_at', 'desc').orderBy('c.id', 'desc').limit(50).execute()

/** Returns the current consent; null when the customer pays by hand. */
export const currentConsent = async (ctx: Ctx, customerId: string): Promise<Consent | null> =>
  (await all(ctx, customerId).where('c.withdrawn_at', 'is', null).executeTakeFirst()) ?? null

/** Returns one consent, also an ended one. */
export const consentById = async (
  ctx: Ctx,
  id: string,
): Promise<Selectable<AutoPaymentConsentsTable> | null> =>
  (await ctx.db
    .selectFrom('auto_payment_consents')
    .selectAll()
    .where('account_id', '=', ctx.accountId)
    .where('id', '=', id)
    .executeTakeFirst()) ?? null

/** Locks the customer's consents until the transaction ends. */
export async function lockConsents(ctx: Ctx, customerId: string): Promise<void> {
  await sql`
    select from customers where account_id = ${ctx.accountId} and id = ${customerId} for no key update`.execute(
    ctx.db,
  )
}

/**
 * True when a consent from `since` is outdated: another one was given later, or automatic payments were
 * turned off or declined.
 */
export async function hasNewerDecision(
  ctx: Ctx,
  customerId: string,
  methodId: string,
  since: Date,
): Promise<boolean> {
  const found = await sql<{ said: boolean }>`
    select exists (select from auto_payment_consents where account_id = ${ctx.accountId} and customer_id = ${customerId}
      and (agreed_at > ${since} or withdrawn_at >= ${since} and (withdrawn_because in ('customer', 'staff')
        or withdrawn_because = 'declined' and stored_method_id = ${methodId}))) as said`.execute(ctx.db)
  return found.rows[0]!.said
}

export async function insertConsent(
  ctx: Ctx,
  consent: Pick<
    Consent,
    | 'customer_id'
    | 'stored_method_id'
    | 'text_version'
    | 'agreed_at'
    | 'agreed_on'
    | 'agreed_by_kind'
    | 'agreed_by'
    | 'payment_id'
  >,
): Promise<void> {
  await ctx.db
    .insertInto('auto_payment_consents')
    .values({
      ...consent,
      account_id: ctx.accountId,
      id: nextId(ctx),
      created_at: asDate(ctx.now),
      withdrawn_at: null,
      withdrawn_because: null,
      withdrawn_by: null,
    })
    .execute()
}

export async function endConsent(
  ctx: Ctx,
  id: string,
  because: WithdrawnBecause,
  by: string | null,
): Promise<void> {
  await ctx.db
    .updateTable('auto_payment_consents')
    .set({ withdrawn_at: asDate(ctx.now), withdrawn_because: because, withdrawn_by: by })
    .where('account_id', '=', ctx.accountId)
    .where('id', '=', id)
    .execute()
}
