import { audit } from '../../../../platform/audit.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { closeTasks } from '../../../worklist/index.ts'
import { endPromise, lockPromise } from '../../store/promises.ts'
import { listAnswers } from '../read/list-answers.ts'
import { promiseKey } from './add-promise.ts'

/** Withdraws a promise, so that reminders go on. Refuses not_found, and wrong_state when it has ended. */
export async function withdrawPromise(ctx: Ctx, id: string, note: string) {
  const promise = await lockPromise(ctx, id)
  if (promise === null) throw refuse('not_found')
  if (promise.state !== 'open') throw refuse('wrong_state', 'This promise has ended already.')
  await endPromise(ctx, id, { state: 'withdrawn', outcome: note })
  await closeTasks(ctx, { keys: [promiseKey(id)], outcome: 'The promise was withdrawn.' })
  await audit(
    ctx,
    'answers.withdraw-promise',
    { type: 'invoice', id: promise.invoice_id },
    { promise: id, day: promise.promised_on, ...(note !== '' && { note }) },
  )
  return listAnswers(ctx, promise.invoice_id)
}
