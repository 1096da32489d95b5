import type { ColumnType, Generated, Selectable } from 'kysely'
import type { PaymentTerms } from '../../../domain/dates/terms.ts'
import type { BulkAction, LeftOutReason } from '../../../domain/invoices/bulk-actions.ts'
import type { InvoiceState } from '../../../domain/invoices/invoice-status.ts'
import type { FeeCap } from '../../../domain/late-fees/fee-amount.ts'
import type { DepositTo } from '../../../domain/payments/deposit-to.ts'
import type { DateText, Instant, Json, Minor } from '../../platform/db/database.ts'

interface NumberSequencesTable {
  account_id: string
  kind: 'invoice' | 'credit_memo' | 'payment' | 'statement'
  prefix: string
  next_value: Minor
  width: number
}

interface InvoicesTable {
  account_id: string
  id: string
  customer_id: string
  number: string
  /** The number with zero-padded figures, for ordering. */
  number_key: Generated<string>
  transaction_type: Generated<'invoice' | 'late_fee'>
  state: InvoiceState
  currency: string
  invoice_date: DateText
  due_date: DateText
  terms: PaymentTerms
  notes: string
  deposit_to: Generated<DepositTo>
  /** Sum of the lines before discounts. */
  subtotal_minor: Minor
  discount_minor: Minor
  tax_minor: Minor
  /** Part of the total: late fees, without waived ones. */
  fees_minor: Generated<Minor>
  total_minor: Minor
  revision: Generated<number>
  /** Time of the last email. */
  sent_at: Instant | null
  /** Time when it became owed. */
  issued_at: Instant | null
  /** Time when the customer first opened it. */
  viewed_at: Instant | null
  /** Time of the voiding or write-off; the reason follows. */
  closed_at: Instant | null
  closed_because: string | null
  /** Hash of the imported row, by which the same file is recognized. */
  import_fingerprint: Buffer | null
  /** True when no connected books have it since the account moved to others. */
  kept_after_move: Generated<boolean>
  created_by: string | null
  created_at: Instant
  updated_at: Instant
}

/** An invoice that a run left out. */
export interface LeftOutInvoice {
  readonly invoice: string
  readonly number: string
  readonly reason: LeftOutReason
  /** The refusal in words, for `refused`. */
  readonly text: string
}

interface InvoiceRunsTable {
  account_id: string
  id: string
  action: BulkAction
  state: 'running' | 'done' | 'failed' | 'canceled'
  invoice_ids: string[]
  position: Generated<number>
  done_count: Generated<number>
  left_out_count: Generated<number>
  left_out: ColumnType<readonly LeftOutInvoice[], string | undefined, string>
  note: string
  failure: string | null
  request_id: string
  request_hash: Buffer | null
  created_by: string
  created_at: Instant
  finished_at: Instant | null
  /** When the PDFs that it drew are deleted. Null for other actions, and once they are gone. */
  kept_until: Instant | null
}
export type InvoiceRunRow = Selectable<InvoiceRunsTable>

interface InvoiceRunPdfsTable {
  account_id: string
  run_id: string
  /** Place of the invoice in the run. */
  position: number
  name: string
  bytes: Buffer
}

interface InvoiceLinesTable {
  account_id: string
  invoice_id: string
  position: number
  description: string
  detail: string
  quantity_e4: Minor
  unit_price_minor: Minor
  discount_ppm: number
  tax_name: string
  tax_ppm: number
  /** After the discount, before tax. */
  net_minor: Minor
  tax_minor: Minor
}

interface InvoiceRevisionsTable {
  account_id: string
  invoice_id: string
  revision: number
  snapshot: Json<Record<string, unknown>>
  replaced_at: Instant
  replaced_by: string | null
}

interface PayLinksTable {
  account_id: string
  id: string
  invoice_id: string
  token_hash: Buffer
  created_at: Instant
  expires_at: Instant
  revoked_at: Instant | null
  /** First time that somebody opened it. */
  opened_at: Instant | null
  /** It opens the invoices in pay_link_invoices. `invoice_id` is the one that was due first. */
  several: Generated<boolean>
}

interface PayLinkInvoicesTable {
  account_id: string
  pay_link_id: string
  invoice_id: string
  /** The invoice's customer when the link was made. */
  customer_id: string
}

/** Finds a link's account by the token, before the account is known. */
interface PayLinkTokensTable {
  token_hash: Buffer
  account_id: string
  link_id: string
}

/** Counters of invoices by kind, as changes to be summed. Written by triggers only. */
interface InvoiceCountersTable {
  account_id: string
  /** The account itself, or one customer. */
  scope_id: string
  kind: 'draft' | 'open' | 'void' | 'written_off' | 'owed'
  currency: string
  due_date: DateText
  id: Generated<Minor>
  invoices: Minor
  remaining_minor: Minor
}

interface InvoiceSendingsTable {
  account_id: string
  request_id: string
  request_hash: Buffer
  invoice_id: string
  created_at: Instant
}

interface LateFeesTable {
  account_id: string
  id: string
  invoice_id: string
  /** The rule or the payment plan that charged it; one of them is null. */
  rule_id: string | null
  plan_id: string | null
  /** Unique for an invoice and a rule; null for a plan's fee. */
  period: number | null
  /** Day of the period; the fee is booked on it or later. */
  day: DateText
  booked_on: DateText
  description: string
  amount_minor: Minor
  /** The limit that lowered it. */
  cap: FeeCap | null
  entry_id: string
  /** The waived part; zero unless it is waived. */
  waived_minor: Generated<Minor>
  waived_at: Instant | null
  /** Null when the product waived it. */
  waived_by: string | null
  waived_because: Generated<string>
  waiver_entry_id: string | null
  created_at: Instant
}

declare module '../../platform/db/database.ts' {
  interface Database {
    number_sequences: NumberSequencesTable
    invoices: InvoicesTable
    invoice_lines: InvoiceLinesTable
    invoice_revisions: InvoiceRevisionsTable
    pay_links: PayLinksTable
    pay_link_invoices: PayLinkInvoicesTable
    pay_link_tokens: PayLinkTokensTable
    invoice_sendings: InvoiceSendingsTable
    invoice_tallies: InvoiceCountersTable
    invoice_runs: InvoiceRunsTable
    invoice_run_pdfs: InvoiceRunPdfsTable
    late_fees: LateFeesTable
  }
}
