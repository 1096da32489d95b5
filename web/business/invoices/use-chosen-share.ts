import { useState } from 'react'
import { checkPaymentAmount } from '../../../domain/money/amount-check.ts'
import { formatAmount, smallerMinor } from '../../../domain/money/money.ts'
import { minorOf } from './invoice-look.ts'
import type { OpenInvoiceOption } from './open-invoice-choice.tsx'

/** What an open invoice is settled with. */
export interface Credit {
  readonly customer: { readonly pk: string; readonly short_name: string }
  readonly currency: string
  readonly leftMinor: bigint
}

/** An invoice and how much of it is settled, in minor units. */
export interface ChosenShare {
  readonly invoice: OpenInvoiceOption
  readonly minor: bigint
}

/** The choice of an invoice and an amount, at most as far as the credit and the invoice reach. */
export function useChosenShare({ currency, leftMinor }: Credit) {
  const [invoice, setInvoice] = useState<OpenInvoiceOption | null>(null)
  const [amount, setAmount] = useState('')
  const reach = (one: OpenInvoiceOption) => smallerMinor(leftMinor, minorOf(one.remaining, currency))
  const most = invoice ? reach(invoice) : leftMinor
  const checked = checkPaymentAmount(amount, { currency, required: true, balanceMinor: most })
  const minor = checked.ok ? checked.minor : null
  const share: ChosenShare | null = invoice && minor !== null ? { invoice, minor } : null
  return {
    invoice,
    amount,
    most,
    share,
    problem: checked.ok ? undefined : checked.text,
    setAmount,
    choose(option: OpenInvoiceOption | null) {
      setInvoice(option)
      if (option) setAmount(formatAmount(reach(option), currency))
    },
  }
}
