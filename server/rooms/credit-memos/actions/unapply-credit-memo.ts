import { audit } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import { failpoint } from '../../../platform/control/failpoint.ts'
import { refuse } from '../../../platform/refusal.ts'
import { todayOf } from '../../accounts/index.ts'
import { reopenWrittenOff } from '../../invoices/index.ts'
import { bookCreditUnapplied } from '../../ledger/index.ts'
import type { MemoReply } from '../rules.ts'
import { lockMemo, markUnapplied, readApplications, readMemoFacts } from '../store/memos.ts'
import { readCreditMemo } from './read-credit-memo.ts'

/**
 * Unapplies an application: the invoice is owed again by its amount, and the credit is usable again. Refuses
 * not_found, and wrong_state when it is already unapplied.
 */
export async function unapplyCreditMemo(ctx: Ctx, id: string, applicationId: string): Promise<MemoReply> {
  if (!(await lockMemo(ctx, id))) throw refuse('not_found')
  const memo = (await readMemoFacts(ctx, id))!
  const application = (await readApplications(ctx, id)).find((one) => one.id === applicationId)
  if (!application) throw refuse('not_found', 'We couldn’t find this application.')
  if (application.unappliedAt !== null) throw refuse('wrong_state', 'This credit is already unapplied.')
  await markUnapplied(ctx, id, applicationId)
  await failpoint('credit.unapply_marked')
  await bookCreditUnapplied(ctx, {
    memoId: id,
    customerId: memo.customerId,
    currency: memo.currency,
    number: memo.number,
    isReceived: memo.received,
    bookedOn: await todayOf(ctx),
    applicationId,
    invoiceId: application.invoiceId,
    invoiceNumber: application.invoiceNumber,
    amountMinor: application.amountMinor,
  })
  await reopenWrittenOff(ctx, [application.invoiceId])
  await audit(
    ctx,
    'credit-memos.unapply',
    { type: 'credit_memo', id },
    {
      application: applicationId,
      invoice: application.invoiceId,
      amount_minor: application.amountMinor.toString(),
    },
  )
  await failpoint('credit.unapplied')
  return readCreditMemo(ctx, id)
}
