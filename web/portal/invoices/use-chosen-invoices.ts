import { useState } from 'react'
import { formatAmount } from '../../../domain/money/money.ts'
import { MOST_INVOICES_PAID } from '../../../domain/payments/several.ts'
import type { Selection } from '../../ui/table/data-table-selection.ts'
import { minorOf } from '../../ui/text/money-text.ts'
import type { CustomerAccount } from '../account/use-account.ts'
import { isPositive, leftToPay } from '../pay/invoice-look.ts'
import type { PortalInvoice } from './invoice-columns.tsx'

export interface ChosenInvoices {
  readonly selection: Selection<PortalInvoice>
  /** Selected invoices of all pages. */
  readonly chosen: readonly PortalInvoice[]
  /** Their sum without what is on its way, as decimal text. */
  readonly sum: string
  readonly currency: string
  readonly clear: () => void
}

/** Rows that a customer selects to pay at once; the choice is kept across pages and searches. */
export function useChosenInvoices(
  account: CustomerAccount,
  rows: readonly PortalInvoice[] | undefined,
): ChosenInvoices {
  const [byPk, setByPk] = useState<ReadonlyMap<string, PortalInvoice>>(new Map())
  const { currency } = account
  const chosen = [...byPk.values()]
  const sum = chosen.reduce((total, invoice) => total + minorOf(leftToPay(invoice), currency), 0n)
  const choose = (keys: ReadonlySet<string>): void => {
    const shown = new Map((rows ?? []).map((invoice) => [invoice.pk, invoice]))
    const next = [...keys].slice(0, MOST_INVOICES_PAID).flatMap((pk) => byPk.get(pk) ?? shown.get(pk) ?? [])
    setByPk(new Map(next.map((invoice) => [invoice.pk, invoice])))
  }
  return {
    selection: {
      selected: new Set(byPk.keys()),
      onChange: choose,
      name: (invoice) => invoice.number,
      canSelect: (invoice) => invoice.currency === currency && isPositive(leftToPay(invoice)),
    },
    chosen,
    sum: formatAmount(sum, currency),
    currency,
    clear: () => setByPk(new Map()),
  }
}
