/** Texts of the outbox's audit entries. */
export const mailAuditTexts = {
  'mail.fail': 'could not deliver an email about {object}[ to {to}][: {reason}]',
} as const

export const mailEvents = { 'mail.fail': 'message.failed' } as const

declare module '../registered-names.ts' {
  interface RegisteredAuditActions extends Record<keyof typeof mailAuditTexts, true> {}
}
