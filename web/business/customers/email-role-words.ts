import type { EmailRole } from '../../../domain/people/email-roles.ts'

/** Roles of a customer's further addresses, by the mail that they get. */
export const EMAIL_ROLE_WORDS: Readonly<Record<EmailRole, string>> = {
  billing: 'Invoices, reminders, statements',
  copy: 'Invoices and statements, no reminders',
  receipts: 'Invoices, reminders, statements, receipts',
}
