import type { InvoiceReopening } from '../../../platform/app.ts'
import { audit } from '../../../platform/audit.ts'
import { todayOf } from '../../accounts/index.ts'
import { openTasksAgain } from '../../worklist/index.ts'
import { CLOSED, PAID_OR_CLOSED } from '../rules/closing-words.ts'
import { reopenDispute } from '../store/disputes.ts'
import { reopenPromise } from '../store/promises.ts'
import { disputeKey } from './disputes/add-dispute.ts'
import { promiseKey } from './promises/add-promise.ts'

const REASON = 'The write-off of the invoice was undone.'

/**
 * Opens a dispute and a promise again that ended because the invoice was written off. A promise whose day has passed stays withdrawn.
 */
export const reopenAnswers: InvoiceReopening['reopen'] = async (ctx, invoiceId, closedAt) => {
  const object = { type: 'invoice', id: invoiceId }
  const dispute = await reopenDispute(ctx, invoiceId, PAID_OR_CLOSED, closedAt)
  if (dispute !== null) await audit(ctx, 'answers.reopen-dispute', object, { dispute: dispute.id })
  const promise = await reopenPromise(ctx, invoiceId, {
    outcome: CLOSED,
    endedFrom: closedAt,
    today: await todayOf(ctx),
  })
  if (promise !== null)
    await audit(ctx, 'answers.reopen-promise', object, { promise: promise.id, day: promise.promised_on })
  const keys = [dispute && disputeKey(dispute.id), promise && promiseKey(promise.id)]
  await openTasksAgain(
    ctx,
    keys.filter((key) => key !== null),
    REASON,
  )
}
