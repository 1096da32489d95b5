import type Stripe from 'stripe'
import type { StripeSettings } from '../../../platform/processors/stripe-settings.ts'
import { type PaymentProcessor, succeeded } from '../port.ts'
import { inNameOf } from './client.ts'
import { callStripe } from './errors.ts'

/**
 * Opens accounts by Stripe's account links. The platform's publishable key names the account behind #, since such an account's own key
 * is unknown to the platform.
 */
export const accountLinks = (
  client: Stripe,
  { secretKey }: StripeSettings,
  publishableKey: string,
): Required<Pick<PaymentProcessor, 'openAccount' | 'accountPage'>> => ({
  async openAccount({ name, email }, key) {
    const opened = await callStripe('write', () =>
      client.accounts.create(
        { type: 'standard', ...(email && { email }), ...(name && { business_profile: { name } }) },
        { idempotencyKey: key },
      ),
    )
    if (!opened.ok) return opened
    const { id } = opened.value
    return succeeded({
      remoteId: id,
      publishableKey: `${publishableKey}#${id}`,
      live: secretKey.startsWith('sk_live_') || secretKey.startsWith('rk_live_'),
      openedHere: true,
    })
  },
  async accountPage({ remoteId = '' }, { returnUrl, refreshUrl }) {
    const made = await callStripe('write', () =>
      client.accountLinks.create(
        { account: remoteId, type: 'account_onboarding', return_url: returnUrl, refresh_url: refreshUrl },
        // The platform asks, not the account.
        inNameOf({ accountId: '' }),
      ),
    )
    return made.ok ? succeeded({ url: made.value.url }) : made
  },
})

/** Sentences by the beginning of Stripe's names of requirements. */
const TEXTS: readonly (readonly [string, string])[] = [
  ['external_account', 'The bank account that Stripe pays out to.'],
  ['business_profile.mcc', 'The line of business.'],
  ['business_profile.url', 'The website.'],
  ['business_profile', 'What the business sells.'],
  ['business_type', 'The legal form of the business.'],
  ['tos_acceptance', 'Acceptance of Stripe’s terms.'],
  ['company', 'Data of the company.'],
  ['individual', 'Data of the person who runs the business.'],
  ['representative', 'Data of the person who opens the account.'],
  ['owners', 'Data of the owners.'],
  ['directors', 'Data of the directors.'],
  ['executives', 'Data of the executives.'],
]

/** Returns what Stripe waits for in a bookkeeper's words, each once. `due`: Stripe's names. */
export const missingTexts = (due: readonly string[]): string[] => [
  ...new Set(
    due.map((name) => TEXTS.find(([prefix]) => name.startsWith(prefix))?.[1] ?? `Further data: ${name}.`),
  ),
]
