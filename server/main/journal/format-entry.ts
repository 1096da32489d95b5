import { formatAmount } from '../../../domain/money/money.ts'
import type { LedgerAccount } from '../../rooms/ledger/index.ts'

/** An entry of the ledger with the names that a reader knows. */
export interface JournalEntry {
  readonly sequence: bigint
  readonly bookedOn: string
  readonly description: string
  readonly legs: readonly JournalLeg[]
}

export interface JournalLeg {
  readonly account: LedgerAccount
  /** As accountPart made it. */
  readonly customer: string
  /** Number of the invoice or credit memo that the leg is about; empty otherwise. */
  readonly document: string
  readonly currency: string
  readonly amountMinor: bigint
}

/** Where each account of the ledger stands among the five kinds that plain-text accounting knows. */
const ACCOUNTS: Readonly<Record<LedgerAccount, string>> = {
  receivable: 'assets:receivable',
  clearing: 'assets:clearing',
  sales: 'income:sales',
  fee_income: 'income:fees',
  credits_given: 'income:credits given',
  sales_tax: 'liabilities:sales tax',
  customer_credit: 'liabilities:customer credit',
  unapplied: 'liabilities:unapplied',
  write_offs: 'expenses:write-offs',
}

/** Accounts that have one of their own for each customer, and for each document under it. */
const BY_CUSTOMER: ReadonlySet<LedgerAccount> = new Set(['receivable', 'customer_credit', 'unapplied'])

/**
 * A name as one part of an account. Runs of spaces end an account's name, a colon begins its next part and a semicolon a
 * comment, so none of them stays.
 */
export const accountPart = (name: string): string =>
  name
    .replace(/[\s\p{Z}\p{C}]+/gu, ' ')
    .trim()
    .replaceAll(':', '꞉')
    .replaceAll(';', ',') || '-'

const descriptionText = (text: string): string =>
  text
    .replace(/[\s\p{Z}\p{C}]+/gu, ' ')
    .trim()
    .replaceAll(';', ',')

/**
 * One transaction in hledger's format: date, sequence as the code, description, then a line for each leg with its exact
 * amount. Debits are positive, as in the ledger.
 */
export function formatEntry(entry: JournalEntry): string {
  const legs = entry.legs.map((leg) => {
    const parts = BY_CUSTOMER.has(leg.account)
      ? [leg.customer, leg.document].filter((part) => part !== '')
      : []
    const account = [ACCOUNTS[leg.account], ...parts].join(':')
    return `    ${account}  ${formatAmount(leg.amountMinor, leg.currency)} ${leg.currency}\n`
  })
  return `${entry.bookedOn} (${entry.sequence}) ${descriptionText(entry.description)}\n${legs.join('')}\n`
}

/** What stands before the first transaction: how amounts are written, for each currency that there is. */
export const formatHead = (company: string, currencies: readonly string[]): string =>
  [
    `; Receivables of ${descriptionText(company)}`,
    'decimal-mark .',
    ...currencies.map((currency) => `commodity ${sample(currency)} ${currency}`),
    '',
    '',
  ].join('\n')

// A commodity's sample needs a decimal mark, also where a currency has no decimals.
const sample = (currency: string): string => {
  const text = formatAmount(100_000n, currency)
  return text.includes('.') ? text : `${text}.`
}
