import { DAY_MS } from '../../../domain/dates/durations.ts'

/** Days in which a closed account can be reopened. */
const HOLD_DAYS = 30
export const HOLD_MS = HOLD_DAYS * DAY_MS

/** Days for which an archive can be downloaded. */
export const ARCHIVE_DAYS = 7

/** Below the 4 GiB that a ZIP archive can have. */
export const MAX_ARCHIVE_BYTES = 3_900_000_000

/** Years for which the recipient of documents is kept after an erasure; the longest period of the countries that we know. */
export const LEGAL_YEARS = 10

/** Deleting waits this long for a processor that doesn't answer when its access is to be ended. */
export const REVOKE_PATIENCE_MS = 3 * DAY_MS

/** Tables of an account that an export leaves out, each with the reason. */
export const TABLES_LEFT_OUT: Readonly<Record<string, string>> = {
  audit_unsealed: 'entries that wait for their seal',
  billing_sandbox: 'state of a simulated service',
  connected_businesses: 'hashes',
  credit_memo_tallies: 'counters',
  data_export_parts: 'the archives themselves',
  deleted_accounts: 'of accounts that are gone',
  due_work: 'the program’s own list of work',
  email_link_tokens: 'hashes of links',
  invariant_findings: 'the program’s own checks',
  invariant_looks: 'the program’s own checks',
  invoice_run_pdfs: 'copies that are kept for a day',
  invoice_tallies: 'counters',
  one_time_tokens: 'hashes of links',
  pay_link_tokens: 'hashes of links',
  payment_plan_tokens: 'hashes of links',
  payment_tallies: 'counters',
  portal_recovery_codes: 'hashes of codes',
  preview_codes: 'hashes of codes',
  provider_inbox: 'messages of processors as they were signed',
  report_link_tokens: 'hashes of links',
  sandbox_books: 'state of a simulated service',
  sandbox_books_heads: 'state of a simulated service',
  sandbox_books_keys: 'state of a simulated service',
  sandbox_charges: 'state of a simulated service',
  sandbox_events: 'state of a simulated service',
  sandbox_methods: 'state of a simulated service',
  sandbox_refunds: 'state of a simulated service',
  sandbox_replies: 'state of a simulated service',
  sessions: 'logins',
}

/** Columns that are left out everywhere. Binary columns are too: they are hashes, encrypted values and files. */
export const COLUMNS_LEFT_OUT: ReadonlySet<string> = new Set([
  'password_hash',
  'second_factor_last_step',
  'unsubscribe_url',
  'next_step',
  'continue_link_id',
  'session_id',
  'claim',
  'writer',
  'search_text',
])

/** Columns of one table that hold links or secrets in a text. */
export const TEXTS_LEFT_OUT: Readonly<Record<string, readonly string[]>> = {
  mail_messages: ['text_body', 'html_body'],
}
