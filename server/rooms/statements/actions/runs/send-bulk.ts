import type { UnitOfWork } from '../../../../platform/context.ts'
import { endRun } from '../../store/runs.ts'
import { sendRun } from './send-run.ts'

/** Sends a run that a person started. After an error it has failed, and another run sends what is missing. */
export async function sendBulk(uow: UnitOfWork, id: string): Promise<void> {
  try {
    await sendRun(uow, id)
  } catch (error) {
    const failure = 'Sending stopped at an error. Start it again: nobody gets a statement twice.'
    await uow.transaction((ctx) => endRun(ctx, id, 'failed', failure))
    throw error
  }
}
