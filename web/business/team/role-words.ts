import type { StaffRole } from '../../../domain/people/roles.ts'

/** Names of roles. */
export const ROLE_NAMES: Readonly<Record<StaffRole, string>> = {
  owner: 'Owner',
  admin: 'Admin',
  advisor: 'Advisor',
  viewer: 'Viewer',
}

/** Assignable roles with their descriptions. */
export const ROLE_CHOICES = [
  {
    value: 'admin',
    label: ROLE_NAMES.admin,
    description: 'Full access, except payment processors and billing.',
  },
  {
    value: 'advisor',
    label: ROLE_NAMES.advisor,
    description: 'For accountants: creates invoices and records payments.',
  },
  {
    value: 'viewer',
    label: ROLE_NAMES.viewer,
    description: 'Can view customers, invoices and payments, but can’t change them.',
  },
] as const

export type ChosenRole = (typeof ROLE_CHOICES)[number]['value']
