import { dateInZone } from '../../../../../domain/dates/calendar.ts'
import { audit } from '../../../../platform/audit.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { failpoint } from '../../../../platform/control/failpoint.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { accountOf } from '../../../accounts/index.ts'
import type { Payment } from '../../rules/records.ts'
import {
  type Consent,
  insertConsent,
  lockConsents,
  saidOtherwiseSince,
  standingConsent,
} from '../../store/consents.ts'
import { markAutoPayments } from '../../store/methods.ts'
import { notifyAutoPayments } from './notify-auto-payments.ts'
import { withdrawConsent } from './withdraw-consent.ts'

/** Who agreed to which text when, and for which method. */
export interface Agreement {
  readonly customerId: string
  readonly methodId: string
  readonly textVersion: number
  readonly agreedAt: Date
  readonly by: { readonly kind: Consent['agreed_by_kind']; readonly id: string }
  /** The payment beside which it was agreed to. */
  readonly paymentId: string | null
}

/**
 * Records that a method may pay by itself, in place of any other of the customer's, who is mailed. Does nothing
 * where it may already. Refuses not_found for a method that was removed.
 */
export async function agreeToAutoPayments(ctx: Ctx, agreement: Agreement): Promise<void> {
  await lockConsents(ctx, agreement.customerId)
  if (!(await record(ctx, agreement))) throw refuse('not_found')
}

/** False when the method was removed. */
async function record(ctx: Ctx, agreement: Agreement): Promise<boolean> {
  const { customerId, methodId, agreedAt, by } = agreement
  const standing = await standingConsent(ctx, customerId)
  if (standing?.stored_method_id === methodId) return true
  if (!(await markAutoPayments(ctx, customerId, methodId, true))) return false
  if (standing) await withdrawConsent(ctx, { customerId }, 'replaced')
  await insertConsent(ctx, {
    customer_id: customerId,
    stored_method_id: methodId,
    text_version: agreement.textVersion,
    agreed_at: agreedAt,
    agreed_on: dateInZone(agreedAt.getTime(), (await accountOf(ctx)).timezone),
    agreed_by_kind: by.kind,
    agreed_by: by.id,
    payment_id: agreement.paymentId,
  })
  await failpoint('consent.recorded')
  await audit(
    ctx,
    'payments.agree_to_auto_payments',
    { type: 'customer', id: customerId },
    { method: methodId, text: agreement.textVersion, agreedAt: agreedAt.toISOString() },
  )
  await notifyAutoPayments(ctx, (await standingConsent(ctx, customerId))!, 'on')
  await failpoint('consent.agreed')
  return true
}

/**
 * The same by a payment that was confirmed, if its payer ticked the box: it counts from when they did. What was said
 * between that and now goes before it: automatic payments turned off, another method chosen, this one removed.
 */
export async function agreeByPayment(ctx: Ctx, payment: Payment, methodId: string): Promise<void> {
  const { channel, created_by: by, consent_text_version: textVersion } = payment
  if (textVersion === null || by === null || (channel !== 'portal' && channel !== 'pay_link')) return
  await lockConsents(ctx, payment.customer_id)
  const agreedAt = payment.created_at
  if (await saidOtherwiseSince(ctx, payment.customer_id, methodId, agreedAt)) return
  await record(ctx, {
    customerId: payment.customer_id,
    methodId,
    textVersion,
    agreedAt,
    by: { kind: channel, id: by },
    paymentId: payment.id,
  })
}
