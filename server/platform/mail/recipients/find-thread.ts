import type { Ctx } from '../../context.ts'

export interface ThreadSearch {
  readonly related: { readonly type: string; readonly id: string }
  readonly to: string
  /** Kinds of messages that begin a thread. */
  readonly kinds: readonly string[]
}

/**
 * Finds the first message about a record that was sent to an address, so that a further one refers to it and mail programs
 * show them together. Null before the first.
 */
export async function findThread(ctx: Ctx, { related, to, kinds }: ThreadSearch): Promise<string | null> {
  const row = await ctx.db
    .selectFrom('mail_messages')
    .select('id')
    .where('account_id', '=', ctx.accountId)
    .where('related_id', '=', related.id)
    .where('related_type', '=', related.type)
    .where('to_address', '=', to)
    .where('kind', 'in', kinds)
    .where('status', 'in', ['sent', 'unknown'])
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? null
}
