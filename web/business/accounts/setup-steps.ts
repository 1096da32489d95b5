import { useSearch } from '@tanstack/react-router'

/** The set-up after sign-up, in its order; the last step leads to the dashboard. */
export const SETUP_STEPS = {
  company: '/settings/company-information?setup=true',
  currency: '/settings/account-settings?setup=true',
  done: '/',
} as const

/** True when a settings page is shown as a step of the set-up. */
export const useIsSetup = (): boolean =>
  useSearch({ strict: false, select: (search: { setup?: unknown }) => search.setup === true })
