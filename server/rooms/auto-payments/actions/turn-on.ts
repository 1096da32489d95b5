import { msg } from '../../../../domain/languages/msg.ts'
import { consumeRateLimitWith } from '../../../platform/auth/rate-limit.ts'
import { asDate } from '../../../platform/clock.ts'
import type { Ctx } from '../../../platform/context.ts'
import { refuse } from '../../../platform/refusal.ts'
import { agreeToAutoPayments, methodsOfCustomer, withdrawConsent } from '../../payments/index.ts'

/** Each change sends an email, so changes are limited. */
const MAX_AN_HOUR = 20

/**
 * Turns automatic payments on for a stored method of the session's customer. Refuses not_allowed, not_found
 * and too_many_requests.
 */
export async function turnOn(ctx: Ctx, methodId: string, textVersion: number): Promise<void> {
  const { customerId, by } = await ownMethod(ctx, methodId)
  await consumeRateLimitWith(ctx, {
    key: `automatic payments of ${customerId}`,
    turns: 1,
    limit: MAX_AN_HOUR,
    windowSeconds: 3600,
    detail: msg('You turned on automatic payments too often. Try again in an hour.'),
  })
  await agreeToAutoPayments(ctx, {
    customerId,
    methodId,
    textVersion,
    agreedAt: asDate(ctx.now),
    by: { kind: 'portal', id: by },
    paymentId: null,
  })
}

/**
 * Turns them off. Does nothing when the method is not used for automatic payments. Refuses not_allowed and
 * not_found.
 */
export async function turnOff(ctx: Ctx, methodId: string): Promise<void> {
  const { customerId } = await ownMethod(ctx, methodId)
  await withdrawConsent(ctx, { customerId, methodId }, 'customer')
}

async function ownMethod(ctx: Ctx, methodId: string): Promise<{ customerId: string; by: string }> {
  const { actor } = ctx
  if (actor.kind !== 'customer') throw refuse('not_allowed')
  const methods = await methodsOfCustomer(ctx, actor.customerId)
  if (!methods.some(({ id }) => id === methodId)) throw refuse('not_found')
  return { customerId: actor.customerId, by: actor.portalUserId }
}
