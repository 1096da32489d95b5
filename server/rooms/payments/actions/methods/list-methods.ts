import type { z } from 'zod'
import type { storedMethod } from '../../../../../contract/payments/payment-shapes.ts'
import type { CalendarDate } from '../../../../../domain/dates/calendar.ts'
import { cardLife, lastDayOfCard } from '../../../../../domain/payments/card-life.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { todayOf } from '../../../accounts/index.ts'
import { methodText } from '../../rules/texts.ts'
import { type MethodRow, methodsOfCustomer, readMethod } from '../../store/methods.ts'

/**
 * Lists the stored methods of the session's customer, newest first. A preview gets only brand and last
 * digits. Refuses not_allowed.
 */
export async function listMethods(ctx: Ctx): Promise<z.input<typeof storedMethod>[]> {
  const { actor } = ctx
  if (actor.kind !== 'customer' && actor.kind !== 'preview') throw refuse('not_allowed')
  const [today, methods] = await Promise.all([todayOf(ctx), methodsOfCustomer(ctx, actor.customerId)])
  return methods.map((method) => showMethod(method, actor.kind === 'customer' ? today : null))
}

/** A stored method as its owner sees it; without its expiry to anybody else, for whom `today` is null. */
function showMethod(
  { id, type, brand, last4, name, expirationYear, expirationMonth, autoPayments }: MethodRow,
  today: CalendarDate | null,
): z.input<typeof storedMethod> {
  const known = today !== null && expirationYear !== null && expirationMonth !== null
  const lastDay = known ? lastDayOfCard(expirationYear, expirationMonth) : null
  return {
    id,
    type,
    display: methodText(type, brand, last4),
    name,
    expiration_year: known ? expirationYear : null,
    expiration_month: known ? expirationMonth : null,
    expires_on: lastDay,
    expiry: lastDay === null ? null : cardLife(lastDay, today!),
    auto_payments: autoPayments,
  }
}

/** Returns a method to its owner. Refuses not_found. */
export async function showOwnMethod(
  ctx: Ctx,
  customerId: string,
  methodId: string,
): Promise<z.input<typeof storedMethod>> {
  const [today, method] = await Promise.all([todayOf(ctx), readMethod(ctx, customerId, methodId)])
  if (!method) throw refuse('not_found')
  return showMethod(method, today)
}
