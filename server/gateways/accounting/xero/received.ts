/** Money that was received without an invoice, by the platform's two kinds of it. Ids of it here have the prefix. */
export const RECEIVED = {
  Prepayment: { path: 'Prepayments', prefix: 'prepaid:' },
  Overpayment: { path: 'Overpayments', prefix: 'overpaid:' },
} as const

export type ReceivedKind = keyof typeof RECEIVED

/** Returns the path of a credit note, or of money received, by its id here. */
export function creditPathOf(creditMemoId: string): string {
  for (const { path, prefix } of Object.values(RECEIVED))
    if (creditMemoId.startsWith(prefix))
      return `${path}/${encodeURIComponent(creditMemoId.slice(prefix.length))}`
  return `CreditNotes/${encodeURIComponent(creditMemoId)}`
}
