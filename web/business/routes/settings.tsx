import { createRoute, redirect } from '@tanstack/react-router'
import { lazyWithRetry } from '../../ui/layout/lazy-with-retry.ts'
import { readConnectionAnswer } from '../accounts/processors/connection-answer.ts'
import {
  ACCOUNT_DATA_PATH,
  ACCOUNTING_PATH,
  AUDIT_LOG_PATH,
  CONFLICTS_PATH,
  DEVELOPERS_PATH,
  EMAIL_DELIVERY_PATH,
  PAYMENT_PROCESSOR_PATH,
  PORTAL_PATH,
  PORTAL_REQUESTS_PATH,
  PORTAL_SETTINGS_PATH,
  REPORT_LINKS_PATH,
} from '../paths.ts'
import { shellRoute } from '../root-routes.tsx'

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/** `setup` shows the page as a set-up step after sign-up, outside the app's frame. */
const readSetup = ({ setup }: Record<string, unknown>): { setup?: true | undefined } => ({
  setup: setup === true || setup === 'true' ? true : undefined,
})

/** Parameters that an accounting platform sent back. */
interface BooksAnswer {
  provider?: string | undefined
  code?: string | undefined
  realm_id?: string | undefined
  state?: string | undefined
  setup?: true | undefined
}

const readBooksAnswer = ({
  provider,
  code,
  realm_id,
  state,
  ...rest
}: Record<string, unknown>): BooksAnswer => ({
  provider: textOf(provider),
  code: textOf(code),
  realm_id: realm_id === undefined ? undefined : String(realm_id),
  state: textOf(state),
  ...readSetup(rest),
})

const companyInformation = createRoute({
  getParentRoute: () => shellRoute,
  path: '/settings/company-information',
  validateSearch: readSetup,
  component: lazyWithRetry(() => import('../accounts/settings/company-page.tsx'), 'CompanyPage'),
})

const accountSettings = createRoute({
  getParentRoute: () => shellRoute,
  path: '/settings/account-settings',
  validateSearch: readSetup,
  component: lazyWithRetry(
    () => import('../accounts/settings/account-settings-page.tsx'),
    'AccountSettingsPage',
  ),
})

const paymentSettings = createRoute({
  getParentRoute: () => shellRoute,
  path: '/settings/payment-settings',
  component: lazyWithRetry(
    () => import('../accounts/settings/payment-settings-page.tsx'),
    'PaymentSettingsPage',
  ),
})

const paymentProcessor = createRoute({
  getParentRoute: () => shellRoute,
  path: PAYMENT_PROCESSOR_PATH,
  validateSearch: readConnectionAnswer,
  component: lazyWithRetry(
    () => import('../accounts/processors/payment-processor-page.tsx'),
    'PaymentProcessorPage',
  ),
})

const portalLogins = createRoute({
  getParentRoute: () => shellRoute,
  path: PORTAL_PATH,
  component: lazyWithRetry(() => import('../portal/logins/logins-page.tsx'), 'LoginsPage'),
})

const portalRequests = createRoute({
  getParentRoute: () => shellRoute,
  path: PORTAL_REQUESTS_PATH,
  component: lazyWithRetry(() => import('../portal/requests/requests-page.tsx'), 'RequestsPage'),
})

const portalPreferences = createRoute({
  getParentRoute: () => shellRoute,
  path: PORTAL_SETTINGS_PATH,
  component: lazyWithRetry(() => import('../portal/preferences-page.tsx'), 'PreferencesPage'),
})

const auditLog = createRoute({
  getParentRoute: () => shellRoute,
  path: AUDIT_LOG_PATH,
  component: lazyWithRetry(() => import('../audit-log/audit-log-page.tsx'), 'AuditLogPage'),
})

const accountData = createRoute({
  getParentRoute: () => shellRoute,
  path: ACCOUNT_DATA_PATH,
  component: lazyWithRetry(() => import('../accounts/data/account-data-page.tsx'), 'AccountDataPage'),
})

const profile = createRoute({
  getParentRoute: () => shellRoute,
  path: '/settings/profile',
  component: lazyWithRetry(() => import('../accounts/settings/profile-page.tsx'), 'ProfilePage'),
})

const team = createRoute({
  getParentRoute: () => shellRoute,
  path: '/settings/team',
  component: lazyWithRetry(() => import('../team/team-page.tsx'), 'TeamPage'),
})

const reportLinks = createRoute({
  getParentRoute: () => shellRoute,
  path: REPORT_LINKS_PATH,
  component: lazyWithRetry(() => import('../reports/report-links-page.tsx'), 'ReportLinksPage'),
})

const developers = createRoute({
  getParentRoute: () => shellRoute,
  path: DEVELOPERS_PATH,
  component: lazyWithRetry(() => import('../developers/developer-pages.ts'), 'DevelopersPage'),
})

const webhookLog = createRoute({
  getParentRoute: () => shellRoute,
  path: '/settings/developers/webhooks/$webhook',
  component: lazyWithRetry(() => import('../developers/developer-pages.ts'), 'EndpointPage'),
})

const emailDelivery = createRoute({
  getParentRoute: () => shellRoute,
  path: EMAIL_DELIVERY_PATH,
  component: lazyWithRetry(() => import('../accounts/settings/email-delivery-page.tsx'), 'EmailDeliveryPage'),
})

const settings = createRoute({
  getParentRoute: () => shellRoute,
  path: '/settings',
  beforeLoad: () => {
    throw redirect({ to: '/settings/account-settings', replace: true })
  },
})

const accountingConnection = createRoute({
  getParentRoute: () => shellRoute,
  path: ACCOUNTING_PATH,
  validateSearch: readBooksAnswer,
  component: lazyWithRetry(
    () => import('../accounts/settings/accounting-connection-page.tsx'),
    'AccountingConnectionPage',
  ),
})

const conflicts = createRoute({
  getParentRoute: () => shellRoute,
  path: CONFLICTS_PATH,
  component: lazyWithRetry(() => import('../accounts/accounting/conflicts-page.tsx'), 'ConflictsPage'),
})

const planBilling = createRoute({
  getParentRoute: () => shellRoute,
  path: '/settings/plan-billing',
  validateSearch: (
    search: Record<string, unknown>,
  ): { setup?: true | undefined; returned?: true | undefined } => ({
    ...readSetup(search),
    returned: search.returned === true || search.returned === 'true' ? true : undefined,
  }),
  component: lazyWithRetry(() => import('../accounts/settings/plan-billing-page.tsx'), 'PlanBillingPage'),
})

const testCard = createRoute({
  getParentRoute: () => shellRoute,
  path: '/settings/plan-billing/card',
  validateSearch: ({ plan }: Record<string, unknown>): { plan?: string | undefined } => ({
    plan: typeof plan === 'string' ? plan : undefined,
  }),
  component: lazyWithRetry(() => import('../accounts/billing/test-card-page.tsx'), 'TestCardPage'),
})

export const settingsRoutes = [
  settings,
  companyInformation,
  accountSettings,
  paymentSettings,
  paymentProcessor,
  portalLogins,
  portalRequests,
  portalPreferences,
  accountingConnection,
  conflicts,
  planBilling,
  testCard,
  emailDelivery,
  team,
  reportLinks,
  developers,
  webhookLog,
  auditLog,
  accountData,
  profile,
] as const
