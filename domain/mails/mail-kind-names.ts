/** Mails to customers that a business may word, with built-in texts. */
export const WORDED_KINDS = [
  'invoice',
  'overdue-invoice',
  'pay-link',
  'receipt',
  'refund',
  'payment-returned',
  'payment-action',
  'charge-notice',
  'charge-failed',
  'charge-stopped',
  'credit-memo',
  'thank-you',
  'statement',
  'plan-proposal',
  'plan-confirmed',
  'installment',
] as const

/** Texts of reminders are the account's own templates. */
export const MAIL_KIND_NAMES = [...WORDED_KINDS, 'reminder'] as const

export type WordedKind = (typeof WORDED_KINDS)[number]
export type MailKindName = (typeof MAIL_KIND_NAMES)[number]

export const isWordedKind = (name: string): name is WordedKind => WORDED_KINDS.some((kind) => kind === name)
