/** The set-up after sign-up, in its order; the last step leads to the dashboard. */
export const SETUP_STEPS = {
  company: '/settings/company-information?setup=true',
  currency: '/settings/account-settings?setup=true',
  done: '/',
} as const
