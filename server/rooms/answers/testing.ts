import { addDays } from '../../../domain/dates/calendar.ts'
import type { Tenant } from '../../../testing/test-app.ts'
import type { Ctx } from '../../platform/context.ts'
import { todayOf } from '../accounts/index.ts'
import { recordDispute } from './actions/disputes/record-dispute.ts'
import { recordPromise } from './actions/promises/record-promise.ts'
import { settleAnswers } from './actions/settle-answers.ts'

/** Records a promise for a week from now, and returns its id. */
export async function aPromise(ctx: Ctx, invoiceId: string): Promise<string> {
  const body = { promised_on: addDays(await todayOf(ctx), 7), amount: null, note: '' }
  return (await recordPromise(ctx, invoiceId, body)).promises[0]!.pk
}

/** Records a dispute of an invoice or of a part of it, and returns its id. */
export async function aDispute(ctx: Ctx, invoiceId: string, amount: string | null = null): Promise<string> {
  const body = { reason: 'wrong_amount', text: 'Two hours too many.', amount } as const
  return (await recordDispute(ctx, invoiceId, body)).disputes[0]!.pk
}

/** Ends promises and disputes, as the schedule does. */
export const settleAnswersOf = (tenant: Pick<Tenant, 'uow'>): Promise<void> =>
  settleAnswers(tenant.uow({ kind: 'system', job: 'test' }))

export { openDispute } from './actions/disputes/open-dispute.ts'
export { resolveDispute } from './actions/disputes/resolve-dispute.ts'
export { makePromise } from './actions/promises/make-promise.ts'
export { recordPromise } from './actions/promises/record-promise.ts'
export { withdrawPromise } from './actions/promises/withdraw-promise.ts'
export { listAnswers } from './actions/read/list-answers.ts'
