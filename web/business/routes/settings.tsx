import { createRoute, redirect } from '@tanstack/react-router'
import { lazyWithRetry } from '../../ui/lazy-with-retry.ts'
import { AUDIT_FILTERS } from '../audit-log/audit-filters.ts'
import { readListSearch } from '../list-search.ts'
import { AUDIT_LOG_PATH } from '../paths.ts'
import { personRoute, shellRoute } from '../root-routes.tsx'

/** `setup` draws the page as a step of the set-up that follows sign-up, without the app around it. */
const readSetup = ({ setup }: Record<string, unknown>): { setup?: true | undefined } => ({
  setup: setup === true || setup === 'true' ? true : undefined,
})

const companyInformation = createRoute({
  getParentRoute: () => shellRoute,
  path: '/settings/company-information',
  validateSearch: readSetup,
  component: lazyWithRetry(() => import('../accounts/company-page.tsx'), 'CompanyPage'),
})

const accountSettings = createRoute({
  getParentRoute: () => shellRoute,
  path: '/settings/account-settings',
  validateSearch: readSetup,
  component: lazyWithRetry(() => import('../accounts/account-settings-page.tsx'), 'AccountSettingsPage'),
})

const paymentSettings = createRoute({
  getParentRoute: () => shellRoute,
  path: '/settings/payment-settings',
  component: lazyWithRetry(() => import('../accounts/payment-settings-page.tsx'), 'PaymentSettingsPage'),
})

const auditLog = createRoute({
  getParentRoute: () => shellRoute,
  path: AUDIT_LOG_PATH,
  validateSearch: readListSearch(AUDIT_FILTERS),
  component: lazyWithRetry(() => import('../audit-log/audit-log-page.tsx'), 'AuditLogPage'),
})

const profile = createRoute({
  getParentRoute: () => shellRoute,
  path: '/settings/profile',
  component: lazyWithRetry(() => import('../accounts/profile-page.tsx'), 'ProfilePage'),
})

const team = createRoute({
  getParentRoute: () => shellRoute,
  path: '/settings/team',
  component: lazyWithRetry(() => import('../team/team-page.tsx'), 'TeamPage'),
})

const settings = createRoute({
  getParentRoute: () => shellRoute,
  path: '/settings',
  beforeLoad: () => {
    throw redirect({ to: '/settings/account-settings', replace: true })
  },
})

/** The steps of sign-up live in the settings now. */
const movedTo = (from: string, to: '/settings/company-information' | '/settings/account-settings') =>
  createRoute({
    getParentRoute: () => personRoute,
    path: from,
    beforeLoad: () => {
      throw redirect({ to, search: { setup: true }, replace: true })
    },
  })

export const settingsRoutes = [
  settings,
  companyInformation,
  accountSettings,
  paymentSettings,
  team,
  auditLog,
  profile,
] as const

export const movedRoutes = [
  movedTo('/registration/logo-upload', '/settings/company-information'),
  movedTo('/registration/currency-and-timezone-selection', '/settings/account-settings'),
] as const
