import { useLocation, useSearch } from '@tanstack/react-router'
import { ACCOUNTING_PATH, PLAN_PATH } from '../paths.ts'

/** Registration steps with screens of their own, in order. */
export const REGISTRATION_STEPS = [
  '/registration/account-connection',
  '/registration/logo-upload',
  '/registration/plan-selection',
  '/registration/currency-and-timezone-selection',
] as const

/** The same steps on the settings pages. An account without an accounting platform begins with the second. */
export const SETUP_STEPS = [
  ACCOUNTING_PATH,
  '/settings/company-information',
  PLAN_PATH,
  '/settings/account-settings',
] as const

const DONE = '/'

/** Returns the path of the step after this page; null when the page is no step. */
export function nextStep(pathname: string, setup: boolean): string | null {
  const path = pathname.replace(/\/+$/, '')
  const registration = (REGISTRATION_STEPS as readonly string[]).indexOf(path)
  if (registration !== -1) return REGISTRATION_STEPS[registration + 1] ?? DONE
  const at = setup ? (SETUP_STEPS as readonly string[]).indexOf(path) : -1
  if (at === -1) return null
  const next = SETUP_STEPS[at + 1]
  return next === undefined ? DONE : `${next}?setup=true`
}

/** Returns the path of the next step; null when the page is shown as an ordinary settings page. */
export function useSetup(): { readonly next: string } | null {
  const pathname = useLocation({ select: (location) => location.pathname })
  const setup = useSearch({ strict: false, select: (search: { setup?: unknown }) => search.setup === true })
  const next = nextStep(pathname, setup)
  return next === null ? null : { next }
}
