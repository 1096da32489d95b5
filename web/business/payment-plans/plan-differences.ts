import { type CurrencyCode, formatAmount, parseAmount } from '../../../domain/money/money.ts'
import { compareTexts, type Difference, type Versions } from '../layout/conflict/differences.ts'
import { feeOf, installmentsOf, type Row } from './schedule-values.ts'
import type { Plan } from './use-plans.ts'

/** Parts of a proposal that its form changes, as typed. */
export interface ProposalParts {
  readonly installments: readonly Row[]
  readonly fee: string
  readonly message: string
}

const PARTS = ['installments', 'fee', 'message'] as const
type Part = (typeof PARTS)[number]

const LABELS: Readonly<Record<Part, string>> = {
  installments: 'Installments',
  fee: 'Fee',
  message: 'Message to the customer',
}

type Words = Readonly<Record<Part, (parts: ProposalParts) => string>>

/** An amount in one form, however it was typed. */
const plain = (text: string, currency: CurrencyCode): string => {
  const parsed = parseAmount(text, currency)
  return parsed.ok ? formatAmount(parsed.minor, currency) : text.trim()
}

const wordsOf = (currency: CurrencyCode, showDate: (date: string) => string): Words => ({
  installments: ({ installments }) =>
    installments
      .map(({ due, amount, isDown }) => {
        const down = isDown ? ', down payment' : ''
        return `${showDate(due)}: ${plain(amount, currency)}${down}`
      })
      .join('\n'),
  fee: ({ fee }) => (fee.trim() === '' ? '' : plain(fee, currency)),
  message: ({ message }) => message.trim(),
})

/** Returns the parts of a proposal as its form starts with them. */
export const partsOf = (plan: Plan): ProposalParts => ({
  installments: installmentsOf(plan),
  fee: feeOf(plan),
  message: plan.message,
})

/** Returns the parts that somebody else changed, in the order of the form. */
export function planDifferences(
  { read, now, mine }: Versions<ProposalParts>,
  currency: CurrencyCode,
  showDate: (date: string) => string,
): readonly Difference[] {
  const words = wordsOf(currency, showDate)
  return PARTS.flatMap((part) =>
    compareTexts(LABELS[part], { read: words[part](read), now: words[part](now), mine: words[part](mine) }),
  )
}

/** Returns the proposal as it is now, with the parts that were changed here: the installments count as one part. */
export function keepMyProposal(
  { read, now, mine }: Versions<ProposalParts>,
  currency: CurrencyCode,
): ProposalParts {
  const words = wordsOf(currency, (date) => date)
  const kept = PARTS.filter((part) => words[part](mine) !== words[part](read))
  return { ...now, ...Object.fromEntries(kept.map((part) => [part, mine[part]])) }
}
