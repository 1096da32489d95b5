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
    description:
      'Does all there is to do: settings, refunds and this team included. Not payment processors and billing.',
  },
  {
    value: 'advisor',
    label: ROLE_NAMES.advisor,
    description: 'An accountant, say: writes invoices and records payments. No refunds, no settings.',
  },
  {
    value: 'viewer',
    label: ROLE_NAMES.viewer,
    description: 'Looks at everything, adds notes and changes nothing else.',
  },
] as const

export type ChosenRole = (typeof ROLE_CHOICES)[number]['value']
