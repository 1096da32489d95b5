import type { Right } from './roles.ts'

/** Scopes of API keys. A scope to write includes the one to read, if there is one. */
export const API_SCOPE_NAMES = [
  'invoices.read',
  'invoices.write',
  'customers.read',
  'customers.write',
  'payments.read',
  'payments.write',
  'credits.write',
  'payment_plans.read',
  'payment_plans.write',
  'reminders.read',
  'reminders.write',
  'late_fees.read',
  'late_fees.write',
  'statements.read',
  'statements.write',
  'worklist.read',
  'worklist.write',
  'reports.read',
  'accounting.read',
  'accounting.write',
  'settings.read',
  'audit.read',
] as const

export type ApiScope = (typeof API_SCOPE_NAMES)[number]

/**
 * The scope that admits a key where a person needs the right. Null for rights that no key gets: over people, money of
 * the company itself, its bank details, and connections to other services.
 */
const SCOPE_OF_RIGHT: Readonly<Record<Right, ApiScope | null>> = {
  'dashboard.read': 'reports.read',
  'reports.read': 'reports.read',
  'reports.share': null,
  'invoices.read': 'invoices.read',
  'invoices.write': 'invoices.write',
  'invoices.delete': 'invoices.write',
  'invoices.write_off': 'invoices.write',
  'customers.read': 'customers.read',
  'customers.write': 'customers.write',
  'customers.switches': 'customers.write',
  'groups.read': 'customers.read',
  'groups.write': 'customers.write',
  'notes.read': 'customers.read',
  'notes.write': 'customers.write',
  'documents.read': 'invoices.read',
  'statements.read': 'statements.read',
  'statements.send': 'statements.write',
  'payments.read': 'payments.read',
  'payments.record': 'payments.write',
  'payments.post': 'payments.write',
  'payments.refund': 'payments.write',
  'payments.void': 'payments.write',
  'credits.read': 'invoices.read',
  'credits.write': 'credits.write',
  'payment_plans.read': 'payment_plans.read',
  'payment_plans.write': 'payment_plans.write',
  'auto_payments.read': 'payments.read',
  'auto_payments.disable': 'payments.write',
  'late_fees.read': 'late_fees.read',
  'late_fees.write': 'late_fees.write',
  'late_fees.waive': 'late_fees.write',
  'reminders.read': 'reminders.read',
  'reminders.write': 'reminders.write',
  'reminders.send': 'reminders.write',
  'worklist.read': 'worklist.read',
  'worklist.write': 'worklist.write',
  'portal.invite': 'customers.write',
  'portal.preferences.read': 'settings.read',
  'portal.preferences.write': null,
  'preview.start': null,
  'accounting.read': 'accounting.read',
  'accounting.sync': 'accounting.write',
  'accounting.connect': null,
  'processor.connect': null,
  'company.read': 'settings.read',
  'company.write': null,
  'company.delete': null,
  'settings.read': 'settings.read',
  'settings.write': null,
  'developers.manage': null,
  'billing.read': null,
  'billing.write': null,
  'plans.read': null,
  'users.read': null,
  'users.manage': null,
  'users.recover': null,
  'ownership.transfer': null,
  'export.read': 'reports.read',
  'imports.run': null,
  'audit.read': 'audit.read',
  'onboarding.read': null,
  'onboarding.write': null,
  'profile.write': null,
}

export const scopeOfRight = (right: Right): ApiScope | null => SCOPE_OF_RIGHT[right]

/** True when a key with these scopes has the scope: itself, or the one to write where it reads. */
export const includesScope = (scopes: readonly ApiScope[], scope: ApiScope): boolean =>
  scopes.includes(scope) ||
  (scope.endsWith('.read') && scopes.includes(scope.replace(/read$/, 'write') as ApiScope))

/** True when a key with these scopes may do what the right allows to a person. */
export function keyMay(scopes: readonly ApiScope[], right: Right): boolean {
  const scope = scopeOfRight(right)
  return scope !== null && includesScope(scopes, scope)
}
