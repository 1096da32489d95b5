import { dateInZone } from '../../../../../domain/dates/calendar.ts'
import { audit } from '../../../../platform/audit.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { failpoint } from '../../../../platform/control/failpoint.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { readAccountRow } from '../../../accounts/index.ts'
import { isUnlocked } from '../../../identity/index.ts'
import type { Payment } from '../../rules/records.ts'
import {
  type Consent,
  currentConsent,
  hasNewerDecision,
  insertConsent,
  lockConsents,
} from '../../store/consents.ts'
import { markAutoPayments } from '../../store/methods.ts'
import { notifyAutoPayments } from './notify-auto-payments.ts'
import { withdrawConsent } from './withdraw-consent.ts'

/** A consent: who agreed to which text, when, and for which method. */
export interface Agreement {
  readonly customerId: string
  readonly methodId: string
  readonly textVersion: number
  readonly agreedAt: Date
  readonly by: { readonly kind: Consent['agreed_by_kind']; readonly id: string }
  /** The payment whose form contained the consent. */
  readonly paymentId: string | null
}

/**
 * Records consent to automatic payments with a method, replaces the consent for any other method, and emails
 * the customer. Does nothing when the method is in use already. Refuses not_found for a removed method.
 */
export async function agreeToAutoPayments(ctx: Ctx, agreement: Agreement): Promise<void> {
  await lockConsents(ctx, agreement.customerId)
  if (!(await record(ctx, agreement))) throw refuse('not_found')
}

/** Returns false when the method was removed. */
async function record(ctx: Ctx, agreement: Agreement): Promise<boolean> {
  const { customerId, methodId, agreedAt, by } = agreement
  const current = await currentConsent(ctx, customerId)
  if (current?.stored_method_id === methodId) return true
  if (!(await markAutoPayments(ctx, customerId, methodId, true))) return false
  if (current) await withdrawConsent(ctx, { customerId }, 'replaced')
  await insertConsent(ctx, {
    customer_id: customerId,
    stored_method_id: methodId,
    text_version: agreement.textVersion,
    agreed_at: agreedAt,
    agreed_on: dateInZone(agreedAt.getTime(), (await readAccountRow(ctx)).timezone),
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
  await notifyAutoPayments(ctx, (await currentConsent(ctx, customerId))!, 'on')
  await failpoint('consent.agreed')
  return true
}

/**
 * Records the consent that the payer gave in the form of a confirmed payment, dated from the start of the
 * payment. Later decisions take precedence: automatic payments turned off, another method chosen, or this
 * method removed. A pay link without the emailed code never replaces a consent.
 */
export async function agreeByPayment(ctx: Ctx, payment: Payment, methodId: string): Promise<void> {
  const { channel, created_by: by, consent_text_version: textVersion } = payment
  if (textVersion === null || by === null || (channel !== 'portal' && channel !== 'pay_link')) return
  await lockConsents(ctx, payment.customer_id)
  const agreedAt = payment.created_at
  if (await hasNewerDecision(ctx, payment.customer_id, methodId, agreedAt)) return
  if (!(await mayReplace(ctx, payment)) && (await currentConsent(ctx, payment.customer_id))) return
  await record(ctx, {
    customerId: payment.customer_id,
    methodId,
    textVersion,
    agreedAt,
    by: { kind: channel, id: by },
    paymentId: payment.id,
  })
}

const mayReplace = async (ctx: Ctx, { channel, session_id: sessionId }: Payment): Promise<boolean> =>
  channel === 'portal' || (sessionId !== null && (await isUnlocked(ctx, sessionId)))
