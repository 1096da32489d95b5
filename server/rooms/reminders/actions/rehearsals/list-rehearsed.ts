import type { contract } from '../../../../../contract/index.ts'
import type { InputOf } from '../../../../../contract/route.ts'
import { formatAmount } from '../../../../../domain/money/money.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { offsetOf, pagedReply, refuseTooDeep } from '../../../../platform/http/paging.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { selectRehearsed } from '../../store/read-rehearsal.ts'
import { findRehearsal } from '../../store/rehearsals.ts'

type Query = InputOf<typeof contract.reminderRehearsals.list>['query']

/** Returns a page of what a rehearsal sent, or held and skipped, by day. Refuses not_found without a rehearsal. */
export async function listRehearsed(ctx: Ctx, flowId: string, query: Query) {
  refuseTooDeep(query, 'it by customer or day')
  const rehearsal = await findRehearsal(ctx, flowId)
  if (rehearsal === null) throw refuse('not_found')
  const { count, rows } = await selectRehearsed(ctx, rehearsal.id, query, query.page_size, offsetOf(query))
  return pagedReply(
    `/api/accounts/${ctx.accountId}/reminder-flows/${flowId}/rehearsal/messages/`,
    { ...query },
    count,
    rows.map((row) => ({
      pk: row.id,
      day: row.day,
      hour: row.hour,
      scheduled_on: row.scheduled_on,
      customer: { pk: row.customer.id, short_name: row.customer.name },
      step: row.step_name,
      reason: row.reason,
      held_until: row.held_until,
      invoices: row.invoices.map(({ id, number }) => ({ pk: id, number })),
      currency: row.currency,
      remaining: formatAmount(row.remaining_minor, row.currency),
    })),
  )
}
