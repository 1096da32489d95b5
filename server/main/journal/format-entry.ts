import { formatAmount } from '../../../domain/money/money.ts'
import type { LedgerAccount } from '../../rooms/ledger/index.ts'

/** A ledger entry with readable names. */
export interface JournalEntry {
  readonly sequence: bigint
  readonly bookedOn: string
  readonly description: string
  readonly legs: readonly JournalLeg[]
}

export interface JournalLeg {
  readonly account: LedgerAccount
  /** Made by accountPart. */
  readonly customer: string
  /** Number of the leg's invoice or credit memo; empty without one. */
  readonly document: string
  readonly currency: string
  readonly amountMinor: bigint
}

/** Maps ledger accounts to the five account types of plain-text accounting. */
const ACCOUNTS: Readonly<Record<LedgerAccount, string>> = {
  receivable: 'assets:receivable',
  clearing: 'assets:clearing',
  sales: 'income:sales',
  fee_income: 'income:fees',
  late_fee_income: 'income:late fees',
  plan_fee_income: 'income:plan fees',
  credits_given: 'income:credits given',
  sales_tax: 'liabilities:sales tax',
  customer_credit: 'liabilities:customer credit',
  unapplied: 'liabilities:unapplied',
  write_offs: 'expenses:write-offs',
  bank: 'assets:bank',
  processor_fees: 'expenses:processor fees',
  currency_exchange: 'equity:currency exchange',
}

/** Accounts with a subaccount for each customer and each document. */
const BY_CUSTOMER: ReadonlySet<LedgerAccount> = new Set(['receivable', 'customer_credit', 'unapplied'])

/**
 * Converts a name into one part of an account name. Replaces runs of spaces, which end an account name,
 * colons, which separate its parts, and semicolons, which start comments.
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
 * Formats one transaction for hledger: date, sequence as the code, description, then a line for each leg with
 * its exact amount. Debits are positive, as in the ledger.
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

/** Returns the lines before the first transaction: the amount format of each currency. */
export const formatHead = (company: string, currencies: readonly string[]): string =>
  [
    `; Receivables of ${descriptionText(company)}`,
    'decimal-mark .',
    ...currencies.map((currency) => `commodity ${sample(currency)} ${currency}`),
    '',
    '',
  ].join('\n')

// A commodity sample needs a decimal mark, even for a currency without decimals.
const sample = (currency: string): string => {
  const text = formatAmount(100_000n, currency)
  return text.includes('.') ? text : `${text}.`
}
