import { createHmac } from 'node:crypto'

/** Returns a Stripe-Signature header. `at` is Unix time in seconds. */
export function signPayload(payload: string, secret: string, at: number): string {
  const signature = createHmac('sha256', secret).update(`${at}.${payload}`).digest('hex')
  return `t=${at},v1=${signature}`
}
