import type { Steps } from '../../../platform/context.ts'
import { duePayments } from '../store/payments.ts'
import { dueRefunds } from '../store/refunds.ts'
import { checkPayment } from './check-payment.ts'
import { checkRefund } from './check-refund.ts'

const MOST_AT_ONCE = 100
/** So many in a row that got no answer: the rest is asked in the next minute. */
const MOST_UNANSWERED = 5

/** Asks after every payment of the account whose time for it has come. One that fails doesn't hold up the others. */
export const checkDuePayments = async (steps: Steps): Promise<void> =>
  eachOf(steps, await steps.transaction((ctx) => duePayments(ctx, MOST_AT_ONCE)), checkPayment)

/** The same for refunds. */
export const checkDueRefunds = async (steps: Steps): Promise<void> =>
  eachOf(steps, await steps.transaction((ctx) => dueRefunds(ctx, MOST_AT_ONCE)), checkRefund)

async function eachOf(
  steps: Steps,
  ids: readonly string[],
  check: (steps: Steps, id: string) => Promise<boolean>,
): Promise<void> {
  let unanswered = 0
  for (const id of ids) {
    if (unanswered === MOST_UNANSWERED) return
    try {
      unanswered = (await check(steps, id)) ? 0 : unanswered + 1
    } catch (error) {
      steps.app.log.error('check failed', { id, error })
    }
  }
}
