import type { ApiScope } from '../../../domain/people/api-scopes.ts'

/** Names of the scopes of API keys, in the order of the form. */
export const SCOPE_WORDS: Readonly<Record<ApiScope, string>> = {
  'invoices.read': 'Read invoices, credit memos and documents',
  'invoices.write': 'Create, send, change and void invoices',
  'customers.read': 'Read customers, groups and notes',
  'customers.write': 'Create and change customers',
  'payments.read': 'Read payments',
  'payments.write': 'Record payments, charge stored methods',
  'credits.write': 'Issue credit memos',
  'payment_plans.read': 'Read payment plans',
  'payment_plans.write': 'Propose and cancel payment plans',
  'reminders.read': 'Read reminders and their flows',
  'reminders.write': 'Send and change reminders',
  'late_fees.read': 'Read late fees',
  'late_fees.write': 'Change, charge and waive late fees',
  'statements.read': 'Read statements',
  'statements.write': 'Send statements',
  'worklist.read': 'Read tasks',
  'worklist.write': 'Create and finish tasks',
  'reports.read': 'Read the dashboard, reports and exports',
  'accounting.read': 'Read the accounting connection',
  'accounting.write': 'Start a sync, decide differences',
  'settings.read': 'Read settings',
  'audit.read': 'Read the audit log',
}
