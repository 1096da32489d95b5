export { STRIPE_ADDRESSES, type StripeSettings } from './settings.ts'
export { createStripe } from './stripe.ts'
