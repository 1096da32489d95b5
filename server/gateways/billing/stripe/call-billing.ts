import Stripe from 'stripe'
import { type BillingError, type BillingOutcome, billed, unbilled } from '../port.ts'

/** Runs calls of Stripe and translates their errors. An error of another kind is a defect and is thrown. */
export async function callBilling<T>(call: () => Promise<T>): Promise<BillingOutcome<T>> {
  try {
    return billed(await call())
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError) return unbilled(translate(error))
    throw error
  }
}

function translate(error: Stripe.errors.StripeError): BillingError {
  const code = error.code ?? error.rawType ?? error.type
  if (error instanceof Stripe.errors.StripeCardError)
    return {
      kind: 'declined',
      code: error.decline_code ?? code,
      userMessage: 'The card was declined. Change the card and try again.',
    }
  if (error.statusCode === 404 || code === 'resource_missing') return { kind: 'not_found', code }
  if (error instanceof Stripe.errors.StripeInvalidRequestError) return { kind: 'refused', code }
  return { kind: 'unavailable', code }
}
