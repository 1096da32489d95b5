import type { Selectable } from 'kysely'
import { asDate } from '../../../platform/clock.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { MethodProblem } from '../../payments/index.ts'
import type { AutoPaymentProblemsTable } from '../tables.ts'

export type ReportedProblem = Selectable<AutoPaymentProblemsTable>

/** Records that a consent's method can't be charged. Returns false when that is recorded already. */
export async function insertProblem(
  ctx: Ctx,
  found: { consentId: string; problem: MethodProblem; invoiceId: string },
): Promise<boolean> {
  const row = await ctx.db
    .insertInto('auto_payment_problems')
    .values({
      account_id: ctx.accountId,
      consent_id: found.consentId,
      problem: found.problem,
      invoice_id: found.invoiceId,
      found_at: asDate(ctx.now),
    })
    .onConflict((conflict) => conflict.columns(['account_id', 'consent_id']).doNothing())
    .returning('consent_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Returns the recorded problems after a consent's id, in the order of these ids. */
export const selectProblems = (ctx: Ctx, after: string | null, limit: number): Promise<ReportedProblem[]> =>
  ctx.db
    .selectFrom('auto_payment_problems')
    .selectAll()
    .where('account_id', '=', ctx.accountId)
    .$if(after !== null, (query) => query.where('consent_id', '>', after!))
    .orderBy('consent_id')
    .limit(limit)
    .execute()

/** Returns which of these consents have a recorded problem. */
export async function reportedAmong(ctx: Ctx, consentIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (consentIds.length === 0) return new Set()
  const rows = await ctx.db
    .selectFrom('auto_payment_problems')
    .select('consent_id')
    .where('account_id', '=', ctx.accountId)
    .where('consent_id', 'in', [...consentIds])
    .execute()
  return new Set(rows.map((row) => row.consent_id))
}

export async function deleteProblem(ctx: Ctx, consentId: string): Promise<void> {
  await ctx.db
    .deleteFrom('auto_payment_problems')
    .where('account_id', '=', ctx.accountId)
    .where('consent_id', '=', consentId)
    .execute()
}
