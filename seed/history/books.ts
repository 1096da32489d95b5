import { formatDocumentNumber } from '../../domain/invoices/document-number.ts'
import { isoInstant } from '../../server/platform/clock.ts'
import { newId } from '../../server/platform/ids.ts'
import type { AuditAction } from '../../server/platform/registered-names.ts'
import { copyText } from './copy-in.ts'
import type { Figures } from './figures.ts'
import type { PlannedCustomer, PlannedInvoice } from './history-events.ts'
import type { LedgerChain } from './ledger-chain.ts'
import { pooledBytes } from './pooled-bytes.ts'
import type { RowBuffers } from './tables.ts'

/** Next number of a kind of document. */
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

/** Database identifiers of a written invoice. */
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

/** Shared state of all history writers: identifiers of written rows, numbers, ids, the audit log. */
export class Books {
  readonly parts: HistoryParts
  // Weak, so that invoices without further steps are freed.
  readonly written = new WeakMap<PlannedInvoice, Written>()

  constructor(parts: HistoryParts) {
    this.parts = parts
  }

  audit(at: number, action: AuditAction, type: string, id: string, detail: Record<string, string>): void {
    const entry = this.newId(at)
    // COPY runs no trigger in these sessions, so the audit trigger's row is added here.
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

  takeNumber(kind: keyof Counters): string {
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
