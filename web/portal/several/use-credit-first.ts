import { useState } from 'react'
import { contract } from '../../../contract/index.ts'
import { formatAmount, smallerMinor } from '../../../domain/money/money.ts'
import { minorOf } from '../../ui/text/money-text.ts'
import type { Payer, PaymentOption } from '../pay/payer.ts'
import { optionIdOf } from '../pay/payment-values.ts'
import type { OpenInvoices } from './open-invoices.ts'
import { withAmount } from './with-amount.ts'

type Line = OpenInvoices['lines'][number]

/** Sum of the chosen invoices, and how much of it the customer's credit pays. */
export interface CreditFirst {
  readonly lines: readonly Line[]
  readonly currency: string
  readonly on: boolean
  readonly switchTo: (on: boolean) => void
  /** All credit of the customer. */
  readonly creditMinor: bigint
  readonly sumMinor: bigint
  /** The part of the sum that credit would pay. */
  readonly usableMinor: bigint
  /** Amount left to charge: all of it while credit isn't used. */
  readonly restMinor: bigint
  /** Charges the rest. */
  readonly send: NonNullable<Payer['send']>
  /** The ways to pay, for the rest. An order at PayPal pays one invoice, without credit. */
  readonly adjust: (options: readonly PaymentOption[]) => PaymentOption[]
}

/** Keeps whether a payer uses credit first. */
export function useCreditFirst(
  payer: Payer,
  open: Pick<OpenInvoices, 'credit' | 'currency' | 'prepay_allowed' | 'options'>,
  lines: readonly Line[],
): CreditFirst {
  const [wanted, switchTo] = useState(false)
  const { currency } = open
  const creditMinor = minorOf(open.credit, currency)
  const sumMinor = lines.reduce((total, line) => total + minorOf(line.payable, currency), 0n)
  const mostMinor = smallerMinor(creditMinor, sumMinor)
  // Without a way to pay the rest, credit has to pay all of it.
  const usableMinor = mostMinor === sumMinor || open.options.length > 0 ? mostMinor : 0n
  const on = wanted && usableMinor > 0n
  const restMinor = on ? sumMinor - usableMinor : sumMinor
  const rest = formatAmount(restMinor, currency)
  return {
    ...{ lines, currency, on, switchTo, creditMinor, sumMinor, usableMinor, restMinor },
    send: (option, form) =>
      payer.call(contract.openInvoices.pay, {
        params: { option: optionIdOf(option) },
        body: {
          invoices: lines.map((line) => ({ invoice: line.pk, amount: line.payable })),
          ...(on && { credit: formatAmount(usableMinor, currency) }),
          form,
        },
      }),
    adjust: (options) =>
      options
        .filter((option) => option.type !== 'paypal' || option.display !== undefined)
        .map((option) => withAmount(option, rest, open.prepay_allowed)),
  }
}
