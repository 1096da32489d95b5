import type { UnitOfWork } from '../../../platform/context.ts'
import { endDisputesOfSettled } from './disputes/end-settled-disputes.ts'
import { settlePromises } from './promises/settle-promises.ts'

/** Ends promises and disputes that the day or a payment has ended. */
export async function settleAnswers(uow: UnitOfWork): Promise<void> {
  await settlePromises(uow)
  await uow.transaction(endDisputesOfSettled)
}
