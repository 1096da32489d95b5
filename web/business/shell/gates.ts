import { firstGate } from './first-gate.ts'

/** Pages that need an active subscription, as the interface lists them. */
export const PROTECTED_PAGES: readonly string[] = [
  '/',
  '/reminders',
  '/customers',
  '/payment-processing',
  '/automatic-payments',
  '/late-fees',
  '/payment-plans',
  '/customer-portal',
  '/reminders/flows',
  '/reminders/templates',
  '/customer-details',
  '/invoices',
  '/invoice-view',
]

/** Pages of ours that go with one of them. Pages below one, such as one customer's, go with it too. */
const ALSO_PROTECTED = ['/credit-memos', '/imports']

const BILLING = '/settings/plan-billing'
const CHOOSE_TYPE = '/choose-account-type'

/** With one slash at its end, however many it has. */
const slashed = (pathname: string): string => `${pathname.replace(/\/+$/, '')}/`

export function needsActiveSubscription(pathname: string): boolean {
  const path = slashed(pathname)
  return path === '/' || [...PROTECTED_PAGES, ...ALSO_PROTECTED].some((page) => path.startsWith(`${page}/`))
}

/** How whoever is signed in stands. */
export interface Standing {
  readonly emailVerified: boolean
  /** Null as long as it isn't known which account they work in. */
  readonly account: {
    readonly subscriptionActive: boolean
    readonly hasType: boolean
    /** Whether the choice is offered at all. */
    readonly asksType: boolean
  } | null
}

/**
 * Where somebody has to go before the page at `pathname`, or null. The gates stand one behind the other: the email
 * address, the subscription, the account type. Where the subscription is settled is behind neither of the last two.
 */
export function gateBefore(
  pathname: string,
  { emailVerified, account }: Standing,
): ReturnType<typeof firstGate> | typeof BILLING | typeof CHOOSE_TYPE {
  const first = firstGate(emailVerified)
  if (first !== null || account === null) return first
  if (slashed(pathname) === `${BILLING}/`) return null
  if (!account.subscriptionActive && needsActiveSubscription(pathname)) return BILLING
  return account.hasType || !account.asksType ? null : CHOOSE_TYPE
}
