import { startStripeSimulator } from '../simulators/stripe/index.ts'

/**
 * Starts a simulator of each payment processor in this process. Returns the environment variables that connect the product to
 * them. Nobody's money moves, and nothing leaves this machine.
 */
export async function startSimulators(): Promise<Readonly<Record<string, string>>> {
  const stripe = await startStripeSimulator({ adoptsAccounts: true })
  return {
    STRIPE_CLIENT_ID: stripe.clientId,
    STRIPE_SECRET_KEY: stripe.apiKey,
    STRIPE_API_URL: stripe.origin,
    STRIPE_CONNECT_URL: stripe.origin,
    STRIPE_SCRIPT_URL: `${stripe.origin}/endive/stripe.js`,
  }
}
