import { startPayPalSimulator } from '../simulators/paypal/index.ts'
import { startStripeSimulator } from '../simulators/stripe/index.ts'

/**
 * Starts a simulator of each payment processor in this process. Returns the environment variables that connect the product to
 * them. Nobody's money moves, and nothing leaves this machine.
 */
export async function startSimulators(): Promise<Readonly<Record<string, string>>> {
  const stripe = await startStripeSimulator({ adoptsAccounts: true })
  // Any client ID and a secret of at least eight characters connect a business.
  const payPal = await startPayPalSimulator({ acceptsAnyKeys: true })
  return {
    STRIPE_CLIENT_ID: stripe.clientId,
    STRIPE_SECRET_KEY: stripe.apiKey,
    STRIPE_API_URL: stripe.origin,
    STRIPE_CONNECT_URL: stripe.origin,
    STRIPE_SCRIPT_URL: `${stripe.origin}/endive/stripe.js`,
    PAYPAL: 'on',
    PAYPAL_API_URL: payPal.origin,
    PAYPAL_SANDBOX_API_URL: payPal.origin,
    PAYPAL_SCRIPT_URL: `${payPal.origin}/sdk/js`,
    PAYPAL_CLIENT_ID: payPal.partner.clientId,
    PAYPAL_CLIENT_SECRET: payPal.partner.secret,
    PAYPAL_PARTNER_ID: payPal.partner.partnerId,
    PAYPAL_PARTNER_WORLD: 'sandbox',
  }
}
