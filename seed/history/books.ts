import type { AuditAction } from '../../domain/accounts/audit-texts.ts'
import { formatDocumentNumber } from '../../domain/invoices/document-number.ts'
import { isoInstant } from '../../server/platform/clock.ts'
import { newId } from '../../server/platform/ids.ts'
import { copyText } from './copy-in.ts'
import type { PlannedCustomer, PlannedInvoice } from './deeds.ts'
import type { Figures } from './figures.ts'
import type { LedgerChain } from './ledger-chain.ts'
import { pooledBytes } from './pooled-bytes.ts'
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

/** What an invoice is called in the database. */
interface Written {
  readonly id: string
  readonly number: string
  readonly entryId: string
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

/** What all who write a history share: names of what was written, numbers, ids, the log of what people did. */
export class Books {
  readonly parts: HistoryParts
  // Weak: whatever the plan has nothing more in store for is forgotten.
  readonly written = new WeakMap<PlannedInvoice, Written>()

  constructor(parts: HistoryParts) {
    this.parts = parts
  }

  audit(at: number, action: AuditAction, type: string, id: string, detail: Record<string, string>): void {
    const entry = this.newId(at)
    // What is copied in meets no trigger.
    this.parts.rows.add('audit_unsealed', this.parts.accountId, entry)
    this.parts.rows.add(
      'audit_entries',
      this.parts.accountId,
      entry,
      isoInstant(at),
      'system',
      HISTORY_LABEL,
      action,
      type,
      id,
      copyText(JSON.stringify(detail)),
      HISTORY_LABEL,
    )
  }

  take(kind: keyof Counters): string {
    const counter = this.parts.counters[kind]
    return formatDocumentNumber(counter.prefix, counter.next++, counter.width)
  }

  idOf(customer: PlannedCustomer): string {
    return this.parts.customerIds[customer.index]!
  }

  newId(at: number): string {
    return newId(at, pooledBytes)
  }
}
