import { CONSENT_TEXT_VERSION, CONSENT_TEXTS } from '../../../../domain/auto-payments.ts'
import type { Ctx } from '../../../platform/context.ts'
import { refuse } from '../../../platform/refusal.ts'
import { readCustomer } from '../../customers/index.ts'
import { type Consent, consentsOf, methodNames, standingConsent } from '../../payments/index.ts'
import { readPlan } from './read-plan.ts'

/** How it stands for the customer of a portal session, and what they would agree to. */
export async function readOwnAutoPayments(ctx: Ctx) {
  if (ctx.actor.kind !== 'customer') throw refuse('not_allowed')
  const { customerId } = ctx.actor
  const [consent, names, planned] = await Promise.all([
    standingConsent(ctx, customerId),
    methodNames(ctx, customerId),
    readPlan(ctx, customerId),
  ])
  return {
    ...standingOf(consent, names),
    offered_text: { version: CONSENT_TEXT_VERSION, text: CONSENT_TEXTS[CONSENT_TEXT_VERSION] },
    planned,
  }
}

/** The same for the company's people, with what was agreed to before. Refuses not_found. */
export async function readAutoPaymentsOf(ctx: Ctx, customerId: string) {
  await readCustomer(ctx, customerId)
  const names = await methodNames(ctx, customerId)
  const consents = await consentsOf(ctx, customerId)
  return {
    ...standingOf(consents.find((one) => one.withdrawn_at === null) ?? null, names),
    history: consents.flatMap(({ stored_method_id, agreed_at, withdrawn_at, withdrawn_because }) =>
      withdrawn_at && withdrawn_because
        ? [
            {
              method_display: names.get(stored_method_id) ?? '',
              since: agreed_at.toISOString(),
              until: withdrawn_at.toISOString(),
              because: withdrawn_because,
            },
          ]
        : [],
    ),
    planned: await readPlan(ctx, customerId),
  }
}

const textOf = (version: number): string | null =>
  (CONSENT_TEXTS as Readonly<Record<number, string>>)[version] ?? null

const standingOf = (consent: Consent | null, names: ReadonlyMap<string, string>) => ({
  on: consent !== null,
  method: consent && { id: consent.stored_method_id, display: names.get(consent.stored_method_id) ?? '' },
  since: consent?.agreed_at.toISOString() ?? null,
  since_on: consent?.agreed_on ?? null,
  text: consent && textOf(consent.text_version),
})
