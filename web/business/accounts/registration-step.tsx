import { useLocation } from '@tanstack/react-router'
import { useAccount } from '../../session/account-context.ts'
import { lazyWithRetry } from '../../ui/layout/lazy-with-retry.ts'
import { NotFoundPage } from '../layout/not-found-page.tsx'
import { Redirect } from '../layout/redirect.tsx'

// Loaded lazily like the settings routes, so that settings pages stay out of other bundles.
const STEPS = {
  'account-connection': {
    moved: '/settings/accounting-connection',
    Screen: lazyWithRetry(
      () => import('./settings/accounting-connection-page.tsx'),
      'AccountingConnectionPage',
    ),
  },
  'logo-upload': {
    moved: '/settings/company-information',
    Screen: lazyWithRetry(() => import('./settings/company-page.tsx'), 'CompanyPage'),
  },
  'plan-selection': {
    moved: '/settings/plan-billing',
    Screen: lazyWithRetry(() => import('./settings/plan-billing-page.tsx'), 'PlanBillingPage'),
  },
  'currency-and-timezone-selection': {
    moved: '/settings/account-settings',
    Screen: lazyWithRetry(() => import('./settings/account-settings-page.tsx'), 'AccountSettingsPage'),
  },
} as const

/** Shows a registration step after the first: its own screen, or with the new dashboard a settings page. */
export function RegistrationStep() {
  const { flags } = useAccount()
  const step = useLocation({ select: ({ pathname }) => pathname.split('/')[2] ?? '' })
  if (!Object.hasOwn(STEPS, step)) return <NotFoundPage />
  const { moved, Screen } = STEPS[step as keyof typeof STEPS]
  return flags['dashboard-v3'] ? <Redirect to={moved} replace /> : <Screen />
}
