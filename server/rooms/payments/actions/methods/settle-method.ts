import type { z } from 'zod'
import type { storedMethod } from '../../../../../contract/payments/payment-shapes.ts'
import { msg } from '../../../../../domain/languages/msg.ts'
import { CONSENT_TEXT_VERSION } from '../../../../../domain/payments/auto-payments.ts'
import type { Outcome, StoredMethod } from '../../../../gateways/payments/port.ts'
import { audit } from '../../../../platform/audit.ts'
import { asDate } from '../../../../platform/clock.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { failpoint } from '../../../../platform/control/failpoint.ts'
import { lockConsents } from '../../store/consents.ts'
import { lockRequest, noteStarted, settleRequest } from '../../store/method-requests.ts'
import { nameMethod, storeMethod } from '../../store/methods.ts'
import { agreeToAutoPayments } from './agree-to-auto-payments.ts'
import { showOwnMethod } from './list-methods.ts'
import type { MethodForm } from './offer-method-forms.ts'
import type { MethodBody } from './start-method.ts'
import { notifyCardTesting } from './watch-cards.ts'

interface Answered {
  readonly id: string
  readonly customerId: string
  readonly form: MethodForm
  readonly body: MethodBody
  readonly outcome: Outcome<StoredMethod>
}

/**
 * Last step of storing a method: commits the processor's answer, once for a request. Returns the stored
 * method; null when the processor stored none, or its answer was lost and the request stays open.
 */
export async function settleMethod(
  ctx: Ctx,
  { id, customerId, form, body, outcome }: Answered,
): Promise<z.input<typeof storedMethod> | null> {
  // One customer's methods change one after another, so that the same card twice at once is stored once.
  await lockConsents(ctx, customerId)
  const request = await lockRequest(ctx, id)
  if (request.status === 'stored') return showOwnMethod(ctx, customerId, request.stored_method_id!)
  const provider = form.processor.adapter.id
  if (!outcome.ok) {
    if (outcome.error.kind === 'needs_payer' && outcome.error.providerRef)
      await noteStarted(ctx, id, outcome.error.providerRef)
    if (outcome.error.kind !== 'declined' || request.status === 'declined') return null
    await settleRequest(ctx, id, {
      status: 'declined',
      failure_message: outcome.error.userMessage ?? msg('This payment method was declined.'),
    })
    await notifyCardTesting(ctx, {
      provider,
      channel: 'portal',
      type: form.option.type,
      stored_method_id: null,
    })
    return null
  }
  const { token, ...facts } = outcome.value
  const usedAt = asDate(ctx.now)
  const methodId = (await storeMethod(ctx, { customerId, provider, facts, token, usedAt }))!
  if (body.name !== '') await nameMethod(ctx, customerId, methodId, body.name)
  await settleRequest(ctx, id, { status: 'stored', stored_method_id: methodId })
  await failpoint('method.inserted')
  await audit(ctx, 'payments.add_method', { type: 'stored_method', id: methodId }, { last4: facts.last4 })
  if (body.enable_auto_payments && ctx.actor.kind === 'customer')
    await agreeToAutoPayments(ctx, {
      customerId,
      methodId,
      textVersion: CONSENT_TEXT_VERSION,
      agreedAt: usedAt,
      by: { kind: 'portal', id: ctx.actor.portalUserId },
      paymentId: null,
    })
  return showOwnMethod(ctx, customerId, methodId)
}
