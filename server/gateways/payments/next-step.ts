/** Required before an `input` payment can continue. `data` is for the browser only and is not logged. */
export interface NextStep {
  readonly kind: NextStepKind
  readonly text: string
  readonly data?: string
  /** Page of the processor on which the payer verifies a bank account. It is stored and mailed. */
  readonly url?: string
}

/**
 * - challenge, redirect, client_secret: the payer answers their bank on the page that made the payment.
 * - authentication: the payer was absent when the bank asked, and answers within days.
 * - verify_account: small deposits prove that the bank account is the payer's, within days.
 */
export type NextStepKind = 'challenge' | 'redirect' | 'client_secret' | 'authentication' | 'verify_account'
