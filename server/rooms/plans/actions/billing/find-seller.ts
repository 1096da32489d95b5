import type { BillingError, BillingOutcome, BillingProvider } from '../../../../gateways/billing/port.ts'
import type { App } from '../../../../platform/context.ts'
import { type Refusal, refuse } from '../../../../platform/refusal.ts'

/** Returns the seller of plans. Refuses not_found where no plans are sold. */
export function sellerOf(app: App): BillingProvider {
  if (app.billing === null) throw refuse('not_found')
  return app.billing
}

/** Returns the value of a call, or throws the refusal that its error means. */
export function unwrap<T>(app: App, outcome: BillingOutcome<T>): T {
  if (outcome.ok) return outcome.value
  throw refusalOf(app, outcome.error)
}

function refusalOf(app: App, error: BillingError): Refusal {
  const { kind, code, userMessage } = error
  if (kind === 'declined') return refuse('payment_failed', userMessage)
  app.log.warn('the seller of plans refused a call', { kind, reason: code })
  return kind === 'unavailable'
    ? refuse('billing_unavailable', userMessage)
    : refuse('billing_refused', userMessage)
}
