import type { PaymentCase } from '../../../../../contract/payments/payment-cases.ts'
import { audit } from '../../../../platform/audit.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { failpoint } from '../../../../platform/control/failpoint.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { lockCase, readCaseRow, setClosed } from '../../store/cases.ts'
import { showCase } from './show-case.ts'

/** Closes a case that a person has checked. Refuses not_found, and wrong_state for a closed one. */
export async function closeCase(ctx: Ctx, caseId: string, note: string): Promise<PaymentCase> {
  if (!(await lockCase(ctx, caseId))) throw refuse('not_found')
  const before = (await readCaseRow(ctx, caseId))!
  if (before.closed_at !== null) throw refuse('wrong_state', 'This case is already closed.')
  const by = ctx.actor.kind === 'staff' ? ctx.actor.userId : null
  await setClosed(ctx, caseId, by, note)
  await failpoint('case.closed')
  await audit(
    ctx,
    'payments.close_case',
    { type: 'payment_case', id: caseId },
    { kind: before.kind, subject: before.subject, note },
  )
  await failpoint('case.before_commit')
  return showCase(ctx.app, (await readCaseRow(ctx, caseId))!)
}
