/** The first gate, which needs no account: redirects users whose address is not confirmed. */
export const firstGate = (emailVerified: boolean): '/check-your-email' | null =>
  emailVerified ? null : '/check-your-email'
