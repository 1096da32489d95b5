/** Roles of a company's members. An advisor is a member of each client company, with this role there. */
export const STAFF_ROLES = ['owner', 'admin', 'advisor', 'viewer'] as const
export type StaffRole = (typeof STAFF_ROLES)[number]

const EVERYONE = STAFF_ROLES
const OWNER = ['owner'] as const
const MANAGERS = ['owner', 'admin'] as const
const WRITERS = ['owner', 'admin', 'advisor'] as const
const EMPLOYEES = ['owner', 'admin', 'viewer'] as const

/** Rights of each role; the API, the screens and the tests all read this table. */
const GRANTS = {
  'dashboard.read': EVERYONE,
  'reports.read': EVERYONE,
  'reports.share': MANAGERS,
  'invoices.read': EVERYONE,
  'invoices.write': WRITERS,
  'invoices.delete': MANAGERS,
  'invoices.write_off': MANAGERS,
  'customers.read': EVERYONE,
  'customers.write': WRITERS,
  'customers.switches': WRITERS,
  'groups.read': EVERYONE,
  'groups.write': WRITERS,
  'notes.read': EVERYONE,
  'notes.write': EVERYONE,
  'documents.read': EVERYONE,
  'statements.read': EVERYONE,
  'statements.send': WRITERS,
  'payments.read': EVERYONE,
  'payments.record': WRITERS,
  'payments.post': WRITERS,
  'payments.refund': MANAGERS,
  'payments.void': MANAGERS,
  'credits.read': EVERYONE,
  'credits.write': MANAGERS,
  'payment_plans.read': EVERYONE,
  'payment_plans.write': WRITERS,
  'auto_payments.read': MANAGERS,
  'auto_payments.disable': MANAGERS,
  'late_fees.read': EVERYONE,
  'late_fees.write': MANAGERS,
  'late_fees.waive': MANAGERS,
  'reminders.read': EVERYONE,
  'reminders.write': WRITERS,
  'reminders.send': WRITERS,
  'worklist.read': EVERYONE,
  'worklist.write': WRITERS,
  'portal.invite': WRITERS,
  'portal.preferences.read': EMPLOYEES,
  'portal.preferences.write': MANAGERS,
  'preview.start': EVERYONE,
  'accounting.read': EVERYONE,
  'accounting.sync': WRITERS,
  'accounting.connect': MANAGERS,
  'processor.connect': OWNER,
  'company.read': EMPLOYEES,
  'company.write': MANAGERS,
  'company.delete': OWNER,
  'settings.read': EVERYONE,
  'settings.write': MANAGERS,
  'developers.manage': MANAGERS,
  'billing.read': MANAGERS,
  'billing.write': OWNER,
  'plans.read': EVERYONE,
  'users.read': MANAGERS,
  'users.manage': MANAGERS,
  'users.recover': OWNER,
  'ownership.transfer': OWNER,
  'export.read': WRITERS,
  'imports.run': WRITERS,
  'audit.read': MANAGERS,
  'onboarding.read': EVERYONE,
  'onboarding.write': MANAGERS,
  'profile.write': EVERYONE,
} as const satisfies Record<string, readonly StaffRole[]>

export type Right = keyof typeof GRANTS

export const RIGHTS = Object.keys(GRANTS) as readonly Right[]

/** True when a role has a right. */
export function roleCan(role: StaffRole, right: Right): boolean {
  const holders: readonly StaffRole[] = GRANTS[right]
  return holders.includes(role)
}

/**
 * True when a role may give a member another role, or remove them (`to` null). An admin can't change or
 * appoint an owner. The action, which knows the members, checks that nobody promotes themselves and one owner
 * remains.
 */
export function canChangeMember(actor: StaffRole, from: StaffRole | null, to: StaffRole | null): boolean {
  if (!roleCan(actor, 'users.manage')) return false
  return actor === 'owner' || (from !== 'owner' && to !== 'owner')
}
