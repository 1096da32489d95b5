import { asDate } from '../../../platform/clock.ts'
import { type Ctx, nextId } from '../../../platform/context.ts'

/** A note about a customer, with the name of the person who wrote it. */
export interface CustomerNote {
  readonly id: string
  readonly text: string
  readonly writtenBy: string
  readonly createdAt: Date
}

/** Returns the latest notes about these customers. */
export async function selectNotes(
  ctx: Ctx,
  customerIds: readonly string[],
  most: number,
): Promise<CustomerNote[]> {
  return ctx.db
    .selectFrom('customer_notes')
    .select(['id', 'text', 'written_by as writtenBy', 'created_at as createdAt'])
    .where('account_id', '=', ctx.accountId)
    .where('customer_id', 'in', customerIds)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute()
}

export async function insertNote(
  ctx: Ctx,
  note: {
    readonly customerId: string
    readonly text: string
    readonly mentions: readonly string[]
    readonly userId: string
  },
): Promise<string> {
  const id = nextId(ctx)
  await ctx.db
    .insertInto('customer_notes')
    .values({
      account_id: ctx.accountId,
      id,
      customer_id: note.customerId,
      text: note.text,
      mentions: [...note.mentions],
      written_by: note.userId,
      created_at: asDate(ctx.now),
    })
    .execute()
  return id
}

/** Deletes a note about one of these customers that this person wrote. Returns false without one. */
export async function deleteNote(
  ctx: Ctx,
  customerIds: readonly string[],
  id: string,
  userId: string,
): Promise<boolean> {
  const row = await ctx.db
    .deleteFrom('customer_notes')
    .where('account_id', '=', ctx.accountId)
    .where('customer_id', 'in', customerIds)
    .where('id', '=', id)
    .where('written_by', '=', userId)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
