/**
 * What one of a customer's further addresses gets. `billing`: invoices, credit memos, reminders and statements. `copy`: the same without
 * reminders. `receipts`: as billing, and receipts. The main address gets everything.
 */
export const EMAIL_ROLES = ['billing', 'copy', 'receipts'] as const
export type EmailRole = (typeof EMAIL_ROLES)[number]

/** An address with another role than billing. */
export interface EmailWithRole {
  readonly email: string
  readonly role: EmailRole
}

/** Addresses of a customer, with the roles of the further ones. */
interface Addresses {
  readonly email: string
  readonly extraEmails: readonly string[]
  readonly emailRoles: readonly EmailWithRole[]
}

/** Returns the role of a further address. */
export const emailRoleOf = (address: string, roles: readonly EmailWithRole[]): EmailRole =>
  roles.find(({ email }) => email === address)?.role ?? 'billing'

/** Returns the roles of these further addresses that are not billing, in their order. */
export const tidyRoles = (
  extraEmails: readonly string[],
  roles: readonly EmailWithRole[],
): readonly EmailWithRole[] =>
  extraEmails.flatMap((email) => {
    const role = emailRoleOf(email, roles)
    return role === 'billing' ? [] : [{ email, role }]
  })

const addressesFor = ({ email, extraEmails, emailRoles }: Addresses, roles: readonly EmailRole[]): string[] =>
  [email, ...extraEmails.filter((one) => roles.includes(emailRoleOf(one, emailRoles)))].filter(
    (address) => address !== '',
  )

/** Returns the addresses that reminders go to, the main one first. */
export const reminderAddressesOf = (customer: Addresses): string[] =>
  addressesFor(customer, ['billing', 'receipts'])

/** Returns the addresses that receipts go to, the main one first. */
export const receiptAddressesOf = (customer: Addresses): string[] => addressesFor(customer, ['receipts'])
