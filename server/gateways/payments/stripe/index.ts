export { createStripe } from './stripe.ts'
