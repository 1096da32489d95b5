/** Signature for a company without a name. */
export const UNNAMED_COMPANY = 'Your supplier'
