import { checkRateLimit, countRateLimit } from '../../../../platform/auth/rate-limit.ts'
import type { Actor, UnitOfWork } from '../../../../platform/context.ts'
import { networkOf } from '../../../../platform/network.ts'

const HOUR_S = 3600
const DECLINES_PER_HOUR = 10

/** The id of the paying portal user or pay link; null for staff and jobs. */
export function payerId(actor: Actor): string | null {
  if (actor.kind === 'customer') return actor.portalUserId
  return actor.kind === 'pay_link' ? actor.payLinkId : null
}

/**
 * Stops the payers of one network address after too many declines at one company, and one payer after too
 * many declines from any address. An address gets more declines than an invoice, because an office shares it.
 * Concurrent attempts are bounded by the limits of each invoice.
 */
export async function countDeclines<T>(
  uow: UnitOfWork,
  make: () => Promise<T>,
  isDeclined: (made: T) => boolean,
): Promise<T> {
  const { actor, app, ip, accountId } = uow
  const payer = payerId(actor)
  if (payer === null) return make()
  const keys = [`declines ${accountId} payer ${payer}`]
  if (ip !== null) keys.push(`declines ${accountId} ${networkOf(ip)}`)
  await Promise.all(keys.map((key) => checkRateLimit(app, key, DECLINES_PER_HOUR, HOUR_S)))
  const made = await make()
  if (isDeclined(made)) await Promise.all(keys.map((key) => countRateLimit(app, key, HOUR_S)))
  return made
}
