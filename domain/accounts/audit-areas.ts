/** Areas that filter the log, with their display names. */
export const AUDIT_AREAS = {
  invoices: 'Invoices',
  payments: 'Payments',
  'payment-plans': 'Payment plans',
  'credit-memos': 'Credit memos',
  'late-fees': 'Late fees',
  reminders: 'Reminders',
  statements: 'Statements',
  'mail-templates': 'Email texts',
  worklist: 'Worklist',
  answers: 'Promises and disputes',
  customers: 'Customers',
  imports: 'Imports',
  mail: 'Emails',
  portal: 'Customer portal',
  accounts: 'Settings',
  connections: 'Payment processors',
  accounting: 'Accounting platform',
  plans: 'Plan',
  onboarding: 'Getting started',
  team: 'Team',
  'api-keys': 'API keys',
  webhooks: 'Webhooks',
  identity: 'Logins and passwords',
  reports: 'Reports',
  'saved-views': 'Saved views',
  'audit-log': 'Audit log',
  'social-logins': 'Provider logins',
  sandbox: 'Sandbox',
} as const

export type AuditArea = keyof typeof AUDIT_AREAS

/** Kinds of actors in the log. */
export const AUDIT_ACTOR_KINDS = ['staff', 'customer', 'pay_link', 'preview', 'api_key', 'system'] as const
export type AuditActorKind = (typeof AUDIT_ACTOR_KINDS)[number]

/**
 * Texts of audit entries by action, shown after the actor's name. Braces hold facts of the entry; a part in square brackets is
 * left out when one of its facts is missing.
 */
export type AuditTexts = Readonly<Record<`${AuditArea}.${string}`, string>>
