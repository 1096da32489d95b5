/** Names up to two invoices and counts more: 'INV-1001, INV-1002 and 3 more'. */
export function namesOf(invoices: readonly { readonly number: string }[]): string {
  const shown = invoices.slice(0, 2).map(({ number }) => number)
  const more = invoices.length - shown.length
  return `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}
