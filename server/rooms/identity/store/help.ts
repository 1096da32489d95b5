import { sql } from 'kysely'
import type { BaseCtx } from '../../../platform/context.ts'

/** Returns the topics of help that a person has hidden, in alphabetical order. */
export async function readHiddenHelp(ctx: BaseCtx, userId: string): Promise<string[]> {
  const row = await ctx.db
    .selectFrom('users')
    .select('help_hidden')
    .where('id', '=', userId)
    .executeTakeFirst()
  return [...(row?.help_hidden ?? [])].sort()
}

export async function hideHelpTopic(
  ctx: BaseCtx,
  userId: string,
  { topic, hidden }: { topic: string; hidden: boolean },
): Promise<void> {
  const others = sql`array_remove(help_hidden, ${topic}::text)`
  await ctx.db
    .updateTable('users')
    .set({
      help_hidden: hidden ? sql<string[]>`array_append(${others}, ${topic}::text)` : sql<string[]>`${others}`,
    })
    .where('id', '=', userId)
    .execute()
}
