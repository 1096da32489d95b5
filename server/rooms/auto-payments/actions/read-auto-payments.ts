import { CONSENT_TEXT_VERSION, CONSENT_TEXTS } from '../../../../domain/payments/auto-payments.ts'
import type { Ctx } from '../../../platform/context.ts'
import { refuse } from '../../../platform/refusal.ts'
import { readCustomer } from '../../customers/index.ts'
import { type Consent, consentsOf, currentConsent, methodText } from '../../payments/index.ts'
import { findStop } from './find-stop.ts'
import { findProblemOfCustomer } from './problems/find-problems.ts'
import { readPlan } from './read-plan.ts'

/**
 * Returns the automatic payments of the session's customer and the consent text they would agree to. Refuses
 * not_allowed.
 */
export async function readOwnAutoPayments(ctx: Ctx) {
  const { actor } = ctx
  if (actor.kind !== 'customer' && actor.kind !== 'preview') throw refuse('not_allowed')
  const { customerId } = actor
  const [consent, planned] = await Promise.all([currentConsent(ctx, customerId), readPlan(ctx, customerId)])
  return {
    ...describeConsent(consent),
    offered_text: { version: CONSENT_TEXT_VERSION, text: CONSENT_TEXTS[CONSENT_TEXT_VERSION] },
    planned,
    is_paused: consent !== null && (await findStop(ctx, customerId)) !== null,
    needs_method: consent !== null && (await findProblemOfCustomer(ctx, customerId)) !== null,
  }
}

/** Returns a customer's automatic payments for staff, with former consents. Refuses not_found. */
export async function readAutoPaymentsOf(ctx: Ctx, customerId: string) {
  await readCustomer(ctx, customerId)
  const consents = await consentsOf(ctx, customerId)
  return {
    ...describeConsent(consents.find((one) => one.withdrawn_at === null) ?? null),
    history: consents.flatMap((one) =>
      one.withdrawn_at && one.withdrawn_because
        ? [
            {
              method_display: nameOf(one),
              since: one.agreed_at.toISOString(),
              until: one.withdrawn_at.toISOString(),
              because: one.withdrawn_because,
            },
          ]
        : [],
    ),
    planned: await readPlan(ctx, customerId),
    stopped_by:
      (await findStop(ctx, customerId)) ??
      ((await findProblemOfCustomer(ctx, customerId)) === null ? null : ('method' as const)),
  }
}

const textOf = (version: number): string | null =>
  (CONSENT_TEXTS as Readonly<Record<number, string>>)[version] ?? null

const nameOf = (consent: Consent): string => methodText(consent.type, consent.brand, consent.last_4_digits)

const describeConsent = (consent: Consent | null) => ({
  on: consent !== null,
  method: consent && { id: consent.stored_method_id, display: nameOf(consent) },
  since: consent?.agreed_at.toISOString() ?? null,
  since_on: consent?.agreed_on ?? null,
  text: consent && textOf(consent.text_version),
})
