/** Forms of a statement, by the names of the API. */
export const STATEMENT_KINDS = ['open_item', 'balance_forward'] as const
export type StatementKind = (typeof STATEMENT_KINDS)[number]

export const STATEMENT_KIND_NAMES: Readonly<Record<StatementKind, string>> = {
  open_item: 'Open items',
  balance_forward: 'Balance forward',
}
