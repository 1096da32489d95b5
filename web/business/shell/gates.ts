import { firstGate } from './first-gate.ts'

/** Pages that need an active subscription. */
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

/**
 * Our own pages that belong to a listed one. Pages below a page, such as one customer's, belong to it too.
 */
const ALSO_PROTECTED = ['/credit-memos', '/imports', '/reports', '/statements', '/worklist']

const ACCOUNT_DATA = '/settings/account'
const BILLING = '/settings/plan-billing'
const CHOOSE_TYPE = '/choose-account-type'

/** Normalizes a path to exactly one trailing slash. */
const slashed = (pathname: string): string => `${pathname.replace(/\/+$/, '')}/`

export function needsActiveSubscription(pathname: string): boolean {
  const path = slashed(pathname)
  return path === '/' || [...PROTECTED_PAGES, ...ALSO_PROTECTED].some((page) => path.startsWith(`${page}/`))
}

/** State of the signed-in user. */
export interface UserState {
  readonly emailVerified: boolean
  /** Null while the account is unknown. */
  readonly account: {
    readonly subscriptionActive: boolean
    /** Closed by an owner. */
    readonly isClosed?: boolean
    readonly hasType: boolean
    /** Whether the choice of account type is offered. */
    readonly asksType: boolean
  } | null
}

/**
 * Returns the path to redirect to before the page at `pathname`, or null. The gates in order: email address,
 * subscription, account type. The last two never apply to the billing page.
 */
export function gateBefore(
  pathname: string,
  { emailVerified, account }: UserState,
): ReturnType<typeof firstGate> | typeof ACCOUNT_DATA | typeof BILLING | typeof CHOOSE_TYPE {
  const first = firstGate(emailVerified)
  if (first !== null || account === null) return first
  if (slashed(pathname).startsWith(`${BILLING}/`)) return null
  if (account.isClosed && needsActiveSubscription(pathname)) return ACCOUNT_DATA
  if (!account.subscriptionActive && needsActiveSubscription(pathname)) return BILLING
  return account.hasType || !account.asksType ? null : CHOOSE_TYPE
}
