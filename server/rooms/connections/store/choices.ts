import type { Ctx } from '../../../platform/context.ts'
import type { ProcessorChoice } from '../rules.ts'

export const selectChoices = (ctx: Ctx): Promise<ProcessorChoice[]> =>
  ctx.db
    .selectFrom('processor_choices')
    .select(['type', 'currency', 'provider'])
    .where('account_id', '=', ctx.accountId)
    .orderBy('type')
    .orderBy('currency')
    .execute()

/** Replaces all choices of the account. */
export async function replaceChoices(ctx: Ctx, choices: readonly ProcessorChoice[]): Promise<void> {
  await ctx.db.deleteFrom('processor_choices').where('account_id', '=', ctx.accountId).execute()
  if (choices.length > 0)
    await ctx.db
      .insertInto('processor_choices')
      .values(choices.map((choice) => ({ account_id: ctx.accountId, ...choice })))
      .execute()
}

/** Forgets a processor's choices, so that another one takes their payments. */
export async function deleteChoicesOf(ctx: Ctx, provider: string): Promise<void> {
  await ctx.db
    .deleteFrom('processor_choices')
    .where('account_id', '=', ctx.accountId)
    .where('provider', '=', provider)
    .execute()
}
