import type { Figures } from './figures.ts'
import type { LedgerChain } from './ledger-chain.ts'
import type { RowBuffers } from './tables.ts'

/** Where a kind of document's numbers stand. */
export interface Counter {
  readonly prefix: string
  readonly width: number
  next: bigint
}

export interface Counters {
  readonly invoice: Counter
  readonly payment: Counter
  readonly credit_memo: Counter
}

export interface HistoryParts {
  readonly accountId: string
  readonly customerIds: readonly string[]
  readonly counters: Counters
  readonly rows: RowBuffers
  readonly ledger: LedgerChain
  readonly figures: Figures
}

export const HISTORY_LABEL = 'history'
