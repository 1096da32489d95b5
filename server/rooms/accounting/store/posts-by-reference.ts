import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { isBelievedThere } from '../rules/believed-there.ts'
import { postReference } from '../rules/post-reference.ts'
import type { PostRow } from '../tables.ts'
import { postsOfAccount } from './posts.ts'

/** Selects payments that were posted: as credit because a person chose so, as payments, or both without `asCredit`. */
export const postedPayments = (ctx: Ctx, connectionId: string, asCredit?: boolean) =>
  ctx.db
    .selectFrom('accounting_posts')
    .selectAll()
    .where('account_id', '=', ctx.accountId)
    .where('connection_id', '=', connectionId)
    .where('kind', '=', 'payment')
    .where('state', '=', 'posted')
    .$if(asCredit !== undefined, (query) => query.where('as_credit', '=', asCredit!))

/** Returns posted payments by the reference that their record there has. */
export async function postsOfReferences(
  ctx: Ctx,
  connectionId: string,
  references: readonly string[],
  asCredit?: boolean,
): Promise<Map<string, PostRow>> {
  if (references.length === 0) return new Map()
  const rows = await postedPayments(ctx, connectionId, asCredit).where(isReferredTo(references)).execute()
  return new Map(rows.map((row) => [postReference(row), row]))
}

/**
 * Returns payments with a record in these books that Quittance isn't removing, also when they have changed here, by the reference that
 * the record has.
 */
export async function postsThere(
  ctx: Ctx,
  connectionId: string,
  references: readonly string[],
): Promise<Map<string, PostRow>> {
  if (references.length === 0) return new Map()
  const rows = await postsOfAccount(ctx)
    .where('connection_id', '=', connectionId)
    .where('kind', '=', 'payment')
    .where('remote_id', 'is not', null)
    .where(isReferredTo(references))
    .execute()
  return new Map(rows.filter(isBelievedThere).map((row) => [postReference(row), row]))
}

/** Whether a post has one of these references, now or in a former generation. */
const isReferredTo = (references: readonly string[], column = 'reference') =>
  sql<boolean>`${sql.ref(column)} = any(${references.flatMap((text) => [text, text.replace(/-\d+$/, '')])}::text[])`

/**
 * Returns payments that people may have entered in these books with our reference: because other books got them, and these carried them
 * over, or because they were left out. With `asCredit` only those that other books got as credit.
 */
export async function enteredPayments(
  ctx: Ctx,
  connectionId: string,
  references: readonly string[],
  asCredit = false,
): Promise<Map<string, PostRow>> {
  if (references.length === 0) return new Map()
  // The reference of a post is the number of its payment, by which it is found without looking through all posts.
  const rows = await ctx.db
    .selectFrom('payments as p')
    .innerJoin('accounting_posts as o', (join) =>
      join.onRef('o.account_id', '=', 'p.account_id').onRef('o.subject_id', '=', 'p.id'),
    )
    .selectAll('o')
    .where('p.account_id', '=', ctx.accountId)
    .where(isReferredTo(references, 'p.number'))
    .where('o.kind', '=', 'payment')
    .where('o.as_credit', '=', asCredit)
    // A payment that people have still to change there is not known as it is.
    .where(sql<boolean>`not exists (select from accounting_conflicts c where c.account_id = o.account_id and c.subject_id = o.subject_id
      and c.subject_type = o.kind and c.kind = 'partly_joined' and c.closed_at is null)`)
    .where((eb) =>
      eb.or([
        eb('o.state', '=', 'left_out'),
        eb.and([eb('o.state', '=', 'posted'), eb('o.connection_id', '<>', connectionId)]),
      ]),
    )
    .execute()
  return new Map(rows.flatMap((row) => [row.reference, postReference(row)].map((text) => [text, row])))
}

/**
 * Returns those of these references that payments which Quittance posts have, now or in a former generation, also when they were posted
 * to former books: their open items are carried over.
 */
export async function ownReferences(ctx: Ctx, references: readonly string[]): Promise<Set<string>> {
  const base = new Map(references.map((text) => [text, text.replace(/-\d+$/, '')]))
  if (base.size === 0) return new Set()
  const rows = await ctx.db
    .selectFrom('accounting_posts')
    .select('reference')
    .where('account_id', '=', ctx.accountId)
    .where('kind', '=', 'payment')
    .where(sql<boolean>`reference = any(${[...new Set([...base.keys(), ...base.values()])]}::text[])`)
    .execute()
  const own = new Set(rows.map(({ reference }) => reference))
  return new Set([...base].filter(([text, former]) => own.has(text) || own.has(former)).map(([text]) => text))
}
