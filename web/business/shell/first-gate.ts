/** The first of the gates, before which no account is asked for: where somebody has to go whose address isn't confirmed. */
export const firstGate = (emailVerified: boolean): '/check-your-email' | null =>
  emailVerified ? null : '/check-your-email'
