/** Quotas of a plan, by their API names. */
export const PLAN_QUOTA_NAMES = ['MAX_INVOICES', 'MAX_ADMIN_USERS', 'MAX_SUB_ACCOUNTS'] as const
export type PlanQuota = (typeof PLAN_QUOTA_NAMES)[number]

export const PLAN_QUOTAS: Readonly<Record<PlanQuota, { name: string; description: string }>> = {
  MAX_INVOICES: { name: 'Invoices', description: 'Includes drafts, sent, paid and voided invoices.' },
  MAX_ADMIN_USERS: {
    name: 'Owners and admins',
    description: 'Includes pending invitations.',
  },
  MAX_SUB_ACCOUNTS: {
    name: 'Client companies',
    description: 'Companies your team advises, including pending invitations.',
  },
}

/** More than any account has; fits into an integer of the database. */
const MOST = 1_000_000_000

/**
 * One setting such as 'MAX_INVOICES=500', or 'MAX_INVOICES=none' for no cap (null); null for invalid text.
 */
export function readQuotaSetting(text: string): { quota: PlanQuota; most: number | null } | null {
  const [, name, value] = /^([A-Z_]+)=(none|\d{1,10})$/.exec(text.trim()) ?? []
  const quota = PLAN_QUOTA_NAMES.find((one) => one === name)
  if (quota === undefined || Number(value) > MOST) return null
  return { quota, most: value === 'none' ? null : Number(value) }
}
