export { createPayPal } from './paypal.ts'
