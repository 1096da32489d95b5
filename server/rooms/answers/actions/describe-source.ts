import type { Ctx } from '../../../platform/context.ts'
import type { AnswerSource } from '../tables.ts'

/** Returns how an answer came in, and the member of the account who recorded it. */
export function describeSource({ actor }: Ctx): {
  readonly source: AnswerSource
  readonly recordedBy: string | null
} {
  if (actor.kind === 'staff') return { source: 'staff', recordedBy: actor.userId }
  return { source: actor.kind === 'pay_link' ? 'pay_link' : 'portal', recordedBy: null }
}

/** A customer's way of answering, as texts of tasks name it. */
export const SOURCE_TEXTS: Readonly<Record<AnswerSource, string>> = {
  pay_link: 'on the page of the pay link',
  portal: 'in the customer portal',
  staff: 'recorded by your team',
}
