import type { AnswerSource } from '../../../../domain/invoices/answers.ts'
import type { Ctx } from '../../../platform/context.ts'

/** Returns how an answer came in, and the member of the account who recorded it. */
export function describeSource({ actor }: Ctx): {
  readonly source: AnswerSource
  readonly recordedBy: string | null
} {
  if (actor.kind === 'staff') return { source: 'staff', recordedBy: actor.userId }
  if (actor.kind === 'api_key') return { source: 'api', recordedBy: null }
  return { source: actor.kind === 'pay_link' ? 'pay_link' : 'portal', recordedBy: null }
}
