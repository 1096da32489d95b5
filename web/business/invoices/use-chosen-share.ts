import { useState } from 'react'
import { checkPaymentAmount } from '../../../domain/money/amount-check.ts'
import { formatAmount, smallerMinor } from '../../../domain/money/money.ts'
import { wordsOf } from '../../ui/language/words-of.ts'
import { minorOf } from '../../ui/text/money-text.ts'
import type { OpenInvoiceOption } from './open-invoice-choice.tsx'

/** The credit to apply to an open invoice. */
export interface Credit {
  readonly customer: { readonly pk: string; readonly short_name: string }
  readonly currency: string
  readonly leftMinor: bigint
}

/** An invoice and the amount to settle, in minor units. */
export interface ChosenShare {
  readonly invoice: OpenInvoiceOption
  readonly minor: bigint
}

/** State of the chosen invoice and amount, capped by the credit and by the invoice. */
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
    problem: checked.ok ? undefined : wordsOf(checked.text),
    setAmount,
    choose(option: OpenInvoiceOption | null) {
      setInvoice(option)
      if (option) setAmount(formatAmount(reach(option), currency))
    },
  }
}
