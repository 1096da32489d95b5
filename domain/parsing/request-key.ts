const REQUEST_ID = /^[A-Za-z0-9_\-.:]{8,100}$/

/** True for a caller's idempotency key: 8 to 100 letters, digits, '_', '-', '.' or ':'. */
export function isRequestId(text: string): boolean {
  return REQUEST_ID.test(text)
}
