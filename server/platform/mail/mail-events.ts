/** Texts of the outbox's audit entries. */
export const mailAuditTexts = {
  'mail.fail': 'could not deliver an email about {object}[ to {to}][: {reason}]',
  'mail.fail-to-person': 'could not deliver an email about {object}[ to {to}][: {reason}]',
} as const

/** Types of records whose mails are the company's business. Mails about logins and invitations concern a person alone. */
const BUSINESS_RECORDS: ReadonlySet<string> = new Set(['invoice', 'payment', 'credit_memo', 'customer'])

/** Returns the audit action of an undelivered mail about a record of this type. */
export const mailFailureOf = (relatedType: string): keyof typeof mailAuditTexts =>
  BUSINESS_RECORDS.has(relatedType) ? 'mail.fail' : 'mail.fail-to-person'

export const mailEvents = { 'mail.fail': 'message.failed' } as const

declare module '../registered-names.ts' {
  interface RegisteredAuditActions extends Record<keyof typeof mailAuditTexts, true> {}
}
