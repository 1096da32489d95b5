import { failed, type Outcome, type ProcessorPayment } from '../../../../gateways/payments/port.ts'
import type { Ctx, UnitOfWork } from '../../../../platform/context.ts'
import { failpoint } from '../../../../platform/control/failpoint.ts'
import { noteCharges, noteRevoked } from '../../../connections/index.ts'
import type { Payment } from '../../rules/records.ts'
import { type InboxRow, markFailed, markHandled, readEvent } from '../../store/inbox.ts'
import { lateChargeOf, paymentOfReference, readPaymentRow } from '../../store/payments.ts'
import { callProcessor } from '../processor/call-processor.ts'
import { findProcessor } from '../processor/find-processor.ts'
import { openCase } from '../reconcile/open-case.ts'
import { endDeclined } from '../settle/end-declined.ts'
import { settlePayment } from '../settle/settle-payment.ts'

/**
 * Processes one stored event. The event is only a hint: the object is fetched from the processor, and that
 * state is settled. Skips handled events. Throws when the processor does not answer, so that the job is
 * retried.
 */
export async function handleProcessorEvent(uow: UnitOfWork, eventId: string): Promise<void> {
  const event = await uow.transaction((ctx) => readEvent(ctx, eventId))
  if (event?.status !== 'new') return
  if (event.object === 'connection') return checkConnection(uow, event)
  if (event.object !== 'payment')
    return uow.transaction((ctx) => markHandled(ctx, eventId, 'skipped', 'not about a payment'))
  const processor = await findProcessor(uow, event.provider)
  const fetched: Outcome<ProcessorPayment> = processor
    ? await callProcessor(uow.app, `${event.provider} fetch`, () =>
        processor.adapter.fetch(processor.connection, event.object_ref),
      )
    : failed({ kind: 'not_connected', code: 'no_processor', raw: null })
  if (!fetched.ok) return postpone(uow, event, fetched.error.kind)
  const payment = await uow.transaction((ctx) => findPayment(ctx, event, fetched.value))
  const ended = await endDeclined(uow.app, processor!, payment, fetched.value)
  if (!ended.ok) return postpone(uow, event, ended.error.kind)
  await uow.transaction((ctx) => settle(ctx, event, ended.value, processor!.recipient))
  await failpoint('webhook.done')
}

/** The processor says that the connection ended or changed. The business may have connected again since. */
async function checkConnection(uow: UnitOfWork, event: InboxRow): Promise<void> {
  const processor = await findProcessor(uow, event.provider)
  const health =
    processor &&
    (await callProcessor(uow.app, `${event.provider} health`, () =>
      processor.adapter.health(processor.connection),
    ))
  if (processor && health?.ok) {
    await noteCharges(uow, event.provider, processor.connection, health.value)
    return uow.transaction((ctx) => markHandled(ctx, event.id, 'skipped', 'the account is connected'))
  }
  if (health && !health.ok && health.error.kind !== 'not_connected')
    return postpone(uow, event, health.error.kind)
  await noteRevoked(uow, event.provider)
  await uow.transaction((ctx) => markHandled(ctx, event.id, 'done', null))
}

async function settle(
  ctx: Ctx,
  event: InboxRow,
  observed: ProcessorPayment,
  recipient: string,
): Promise<void> {
  const payment = await findPayment(ctx, event, observed)
  if (payment) await settlePayment(ctx, payment.id, observed, { recipient, cause: event.kind })
  await failpoint('webhook.settled')
  await markHandled(
    ctx,
    event.id,
    payment ? 'done' : 'skipped',
    payment ? null : 'no payment of this account',
  )
}

/**
 * Finds a payment by the processor's reference, otherwise by our id that the processor stored. Only payments
 * of the same processor match.
 */
async function findPayment(ctx: Ctx, event: InboxRow, observed: ProcessorPayment): Promise<Payment | null> {
  const byReference = await paymentOfReference(ctx, event.provider, observed.providerRef)
  if (byReference || observed.ourId === null) return byReference
  const attempt = await readPaymentRow(ctx, observed.ourId)
  if (attempt?.provider !== event.provider) return null
  return (await lateChargeOf(ctx, attempt.id)) ?? attempt
}

const caseOf = (event: InboxRow) => ({
  provider: event.provider,
  kind: 'event_unhandled' as const,
  subject: event.id,
  paymentId: null,
  providerRef: event.object_ref,
  booked: null,
  observed: null,
})

async function postpone(uow: UnitOfWork, event: InboxRow, reason: string): Promise<void> {
  if (reason === 'not_found')
    return uow.transaction((ctx) => markHandled(ctx, event.id, 'skipped', 'the processor does not know it'))
  await uow.transaction(async (ctx) => {
    if (await markFailed(ctx, event, reason)) await openCase(ctx, caseOf(event))
  })
  throw new Error(`payment event ${event.id} can't be handled yet: ${reason}`)
}
