import type { Right } from '../../../../domain/people/roles.ts'
import {
  ACCOUNT_DATA_PATH,
  ACCOUNTING_PATH,
  AUDIT_LOG_PATH,
  DEVELOPERS_PATH,
  EMAIL_DELIVERY_PATH,
  PAYMENT_PROCESSOR_PATH,
  REPORT_LINKS_PATH,
} from '../../paths.ts'

export interface SettingsPageEntry {
  readonly title: string
  readonly href: string
  /** Right needed to open the page; without it everybody may. */
  readonly right?: Right
}

/** Names who may open the pages that need company.read. */
export const FOR_EMPLOYEES = 'Advisors can’t view these settings.'

/** The settings pages, in display order. */
export const SETTINGS_PAGES: readonly SettingsPageEntry[] = [
  { title: 'Company information', href: '/settings/company-information', right: 'company.read' },
  { title: 'Account settings', href: '/settings/account-settings', right: 'settings.read' },
  { title: 'Payment settings', href: '/settings/payment-settings', right: 'company.read' },
  { title: 'Payment processor', href: PAYMENT_PROCESSOR_PATH, right: 'settings.read' },
  { title: 'Accounting connection', href: ACCOUNTING_PATH, right: 'accounting.read' },
  { title: 'Plan and billing', href: '/settings/plan-billing' },
  { title: 'Email delivery', href: EMAIL_DELIVERY_PATH, right: 'settings.write' },
  { title: 'Team', href: '/settings/team', right: 'users.read' },
  { title: 'Shared reports', href: REPORT_LINKS_PATH, right: 'reports.share' },
  { title: 'Developers', href: DEVELOPERS_PATH, right: 'developers.manage' },
  { title: 'Audit log', href: AUDIT_LOG_PATH, right: 'audit.read' },
  { title: 'Export and close', href: ACCOUNT_DATA_PATH, right: 'company.delete' },
  { title: 'Profile', href: '/settings/profile' },
]
