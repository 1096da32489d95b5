/** Most days after the payment. */
export const LATEST_THANKS_DAYS = 30
/** A thank-you that could not be sent for this many days after its day is not sent any more. */
export const THANKS_KEPT_DAYS = 14
/** Thank-yous stand this many positions before the other steps of a flow, so that they wait for reminders and not the other way round. */
export const THANKS_FIRST = 1000

/** True for a step that counts its days from the payment of an invoice. */
export const isThanks = ({ anchor }: { readonly anchor: string }): boolean => anchor === 'paid'

/** Returns why a step after the payment contradicts itself; null when it does not, and for other steps. */
export function findThanksProblem(step: {
  readonly anchor: string
  readonly offsetDays: number
  readonly repeatTimes: number
}): { readonly field: 'offset_days' | 'repeat_times'; readonly message: string } | null {
  if (!isThanks(step)) return null
  if (step.offsetDays < 0 || step.offsetDays > LATEST_THANKS_DAYS)
    return { field: 'offset_days', message: `Choose 0 to ${LATEST_THANKS_DAYS} days after the payment.` }
  return step.repeatTimes === 0
    ? null
    : { field: 'repeat_times', message: 'A step after the payment can’t be repeated.' }
}
