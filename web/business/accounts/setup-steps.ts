import { useLocation, useSearch } from '@tanstack/react-router'

/** The steps of registration with screens of their own, as they follow each other. */
export const REGISTRATION_STEPS = [
  '/registration/account-connection',
  '/registration/logo-upload',
  '/registration/plan-selection',
  '/registration/currency-and-timezone-selection',
] as const

/** The set-up after sign-up, in the settings' own pages. */
const SETUP_STEPS = ['/settings/company-information', '/settings/account-settings'] as const

const DONE = '/'

/** Where the set-up goes on from a page that is one of its steps; null where it is none. */
export function nextStep(pathname: string, setup: boolean): string | null {
  const path = pathname.replace(/\/+$/, '')
  const registration = (REGISTRATION_STEPS as readonly string[]).indexOf(path)
  if (registration !== -1) return REGISTRATION_STEPS[registration + 1] ?? DONE
  if (!setup) return null
  const next = SETUP_STEPS[(SETUP_STEPS as readonly string[]).indexOf(path) + 1]
  return next === undefined ? DONE : `${next}?setup=true`
}

/** Where the set-up goes on from the present page; null when it is shown as what it is, a page of the settings. */
export function useSetup(): { readonly next: string } | null {
  const pathname = useLocation({ select: (location) => location.pathname })
  const setup = useSearch({ strict: false, select: (search: { setup?: unknown }) => search.setup === true })
  const next = nextStep(pathname, setup)
  return next === null ? null : { next }
}
