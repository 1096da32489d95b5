import { sql } from 'kysely'
import type { AddressMark } from '../../../../domain/people/address-marks.ts'
import { asDate } from '../../../platform/clock.ts'
import type { Ctx } from '../../../platform/context.ts'

export interface MarkRow {
  readonly address: string
  readonly kind: AddressMark
  readonly reason: string
  readonly marked_at: Date
}

export interface NewMark {
  readonly address: string
  readonly kind: AddressMark
  readonly reason: string
  readonly mailId: string | null
}

/** Marks an address. False when it is marked like this already. */
export async function insertMark(ctx: Ctx, { address, kind, reason, mailId }: NewMark): Promise<boolean> {
  const row = await ctx.db
    .insertInto('email_address_marks')
    .values({
      account_id: ctx.accountId,
      address,
      kind,
      reason,
      mail_id: mailId,
      marked_at: asDate(ctx.now),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('address')
    .executeTakeFirst()
  return row !== undefined
}

/** Returns the marks of addresses, which are in lower case. */
export const selectMarks = (ctx: Ctx, addresses: readonly string[]): Promise<MarkRow[]> =>
  addresses.length === 0
    ? Promise.resolve([])
    : ctx.db
        .selectFrom('email_address_marks')
        .select(['address', 'kind', 'reason', 'marked_at'])
        .where('account_id', '=', ctx.accountId)
        .where(sql<boolean>`address = any(${addresses}::text[])`)
        .orderBy('address')
        .orderBy('kind')
        .execute()

/** Deletes marks of an address, and returns their kinds. */
export async function deleteMarks(
  ctx: Ctx,
  address: string,
  kinds: readonly AddressMark[],
): Promise<AddressMark[]> {
  const rows = await ctx.db
    .deleteFrom('email_address_marks')
    .where('account_id', '=', ctx.accountId)
    .where('address', '=', address)
    .where('kind', 'in', kinds)
    .returning('kind')
    .execute()
  return rows.map(({ kind }) => kind)
}

/** Returns the customers who have an address, which is in lower case. */
export async function selectCustomersWith(ctx: Ctx, address: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from customers where account_id = ${ctx.accountId} and email = ${address}
    union
    select id from customers where account_id = ${ctx.accountId} and extra_emails <> '{}' and ${address} = any(extra_emails)
    order by id`.execute(ctx.db)
  return rows.map(({ id }) => id)
}
