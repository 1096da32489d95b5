import type { UnitOfWork } from '../../../../platform/context.ts'
import { dueForCheck } from '../../store/due-checks.ts'
import { checkRefund } from '../refund/check-refund.ts'
import { checkPayment } from './check-payment.ts'

const MAX_BATCH = 100
/** After this many unanswered checks in a row, the rest waits for the next minute. */
const MAX_UNANSWERED = 5

/** Checks every payment of the account that is due for a check. A failed check does not stop the others. */
export const checkDuePayments = async (uow: UnitOfWork): Promise<void> =>
  eachOf(uow, await uow.transaction((ctx) => dueForCheck(ctx, 'payments', MAX_BATCH)), checkPayment)

/** Checks every due refund. */
export const checkDueRefunds = async (uow: UnitOfWork): Promise<void> =>
  eachOf(uow, await uow.transaction((ctx) => dueForCheck(ctx, 'refunds', MAX_BATCH)), checkRefund)

async function eachOf(
  uow: UnitOfWork,
  ids: readonly string[],
  check: (uow: UnitOfWork, id: string) => Promise<boolean>,
): Promise<void> {
  let unanswered = 0
  for (const id of ids) {
    if (unanswered === MAX_UNANSWERED) return
    try {
      unanswered = (await check(uow, id)) ? 0 : unanswered + 1
    } catch (error) {
      uow.app.log.error('check failed', { id, error })
    }
  }
}
