import { offsetOf, type StepValues } from './flow-values.ts'

export const ANCHOR_WORDS = { due_date: 'due date', invoice_date: 'invoice date', paid: 'payment' } as const

/** '7 days before the due date'. */
export function whenText(step: Pick<StepValues, 'days' | 'direction' | 'anchor'>): string {
  const offset = offsetOf(step)
  const anchor = ANCHOR_WORDS[step.anchor]
  if (Number.isNaN(offset)) return `Days ${step.direction} the ${anchor}`
  if (offset === 0) return step.anchor === 'paid' ? 'On the day of the payment' : `On the ${anchor}`
  const days = Math.abs(offset)
  return `${days === 1 ? '1 day' : `${days} days`} ${step.direction} the ${anchor}`
}

/** Lists what a step sends besides its text: 'PDF attached', 'Up to 4 times'. `minimum` is null for every amount. */
export function extrasOf(
  step: Pick<StepValues, 'kind' | 'anchor' | 'attachPdf' | 'copies' | 'repeatTimes' | 'sender'>,
  minimum: string | null,
): string[] {
  const isThanks = step.anchor === 'paid'
  const repeats = isThanks ? 0 : Number(step.repeatTimes)
  const isEmail = step.kind === 'email'
  return [
    ...(minimum === null ? [] : [isThanks ? `Paid at least ${minimum}` : `Remaining at least ${minimum}`]),
    ...(repeats > 0 ? [`Up to ${repeats + 1} times`] : []),
    ...(isEmail && !isThanks && step.attachPdf ? ['PDF attached'] : []),
    ...(isEmail && step.copies.trim() !== '' ? ['With copies'] : []),
    ...(isEmail && step.sender.from !== '' ? ['Other sender'] : []),
  ]
}
