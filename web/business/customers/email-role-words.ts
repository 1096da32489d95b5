import type { EmailRole } from '../../../domain/people/email-roles.ts'

/** What a further address of a customer gets. */
export const EMAIL_ROLE_WORDS: Readonly<Record<EmailRole, string>> = {
  billing: 'Invoices, reminders, statements',
  copy: 'Invoices and statements, no reminders',
  receipts: 'Invoices, reminders, statements, receipts',
}
