import type { z } from 'zod'
import type { contract } from '../../../../../contract/index.ts'
import type { storedMethod } from '../../../../../contract/payments/payment-shapes.ts'
import type { InputOf } from '../../../../../contract/route.ts'
import { msg } from '../../../../../domain/languages/msg.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { refuse, refuseFields } from '../../../../platform/refusal.ts'
import { lockConsents } from '../../store/consents.ts'
import { recordRequest } from '../../store/method-requests.ts'
import { methodsOfCustomer } from '../../store/methods.ts'
import { isSameRequest } from '../pay/hash-request.ts'
import { showOwnMethod } from './list-methods.ts'
import type { MethodForm } from './offer-method-forms.ts'
import { refuseDuringCardTesting } from './watch-cards.ts'

export type MethodBody = InputOf<typeof contract.paymentMethods.add>['body']

interface Asked {
  readonly customerId: string
  readonly form: MethodForm
  readonly body: MethodBody
  readonly hashes: readonly [Buffer, ...Buffer[]]
}

const MOST_METHODS = 20

/**
 * First step of storing a method: records the request. Returns the reply of a request that was settled
 * before. Refuses request_id_reused, payment_failed, not_found, wrong_state and too_many_requests.
 */
export async function startMethod(
  ctx: Ctx,
  { customerId, form, body, hashes }: Asked,
): Promise<{ id: string; startedRef: string | null; settled?: z.input<typeof storedMethod> }> {
  await lockConsents(ctx, customerId)
  const request = await recordRequest(ctx, {
    customer_id: customerId,
    request_id: body.request_id,
    request_hash: hashes[0],
    type: form.option.type,
  })
  if (!isSameRequest(request.request_hash, hashes)) throw refuse('request_id_reused')
  if (request.status === 'declined') throw refuse('payment_failed', request.failure_message)
  if (request.status === 'stored')
    return {
      id: request.id,
      startedRef: null,
      settled: await showOwnMethod(ctx, customerId, request.stored_method_id!),
    }
  await refuseDuringCardTesting(ctx, {
    channel: 'portal',
    type: form.option.type,
    stored_method_id: null,
  })
  const methods = await methodsOfCustomer(ctx, customerId)
  if (body.replaces !== undefined && !methods.some(({ id }) => id === body.replaces))
    throw refuseFields({ replaces: [msg('This payment method is no longer stored.')] })
  if (methods.length >= MOST_METHODS && body.replaces === undefined)
    throw refuse(
      'wrong_state',
      msg(
        'You can store {count, plural, one {# payment method} other {# payment methods}}. Remove one first.',
        { count: MOST_METHODS },
      ),
    )
  return { id: request.id, startedRef: request.provider_ref }
}
