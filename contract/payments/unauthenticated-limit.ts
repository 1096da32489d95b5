/** Against floods of unauthorized calls. Payers are limited by their attempts and declined charges. */
export const UNAUTHENTICATED_LIMIT = { limit: 60, windowSeconds: 60, unauthenticatedOnly: true } as const
