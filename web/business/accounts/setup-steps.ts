import { useSearch } from '@tanstack/react-router'

/** Where the set-up after sign-up goes on from the company's page, in its order; it ends at the dashboard. */
export const SETUP_STEPS = {
  currency: '/settings/account-settings?setup=true',
  done: '/',
} as const

/** True when a settings page is shown as a step of the set-up. */
export const useIsSetup = (): boolean =>
  useSearch({ strict: false, select: (search: { setup?: unknown }) => search.setup === true })
