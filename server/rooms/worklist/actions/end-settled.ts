import type { Ctx, UnitOfWork } from '../../../platform/context.ts'
import { endSettledTasks } from '../store/tasks.ts'
import { recordEnded } from './close-tasks.ts'

const OUTCOME = 'Its invoices were paid or closed.'

/** Ends tasks whose invoices were all paid or closed. */
export const endSettled = (uow: UnitOfWork): Promise<void> => uow.transaction(endInTransaction)

async function endInTransaction(ctx: Ctx): Promise<void> {
  await recordEnded(ctx, await endSettledTasks(ctx, OUTCOME), OUTCOME)
}
