import type { Language } from '../../../../domain/mails/languages.ts'
import type { Ctx } from '../../../platform/context.ts'
import { refuse } from '../../../platform/refusal.ts'
import { updateCustomer } from '../../customers/index.ts'

/** Stores the language that a person of the customer chose, on the customer's record. Null for the company's. Refuses not_allowed. */
export async function chooseLanguage(
  ctx: Ctx,
  language: Language | null,
): Promise<{ language: Language | null }> {
  const { actor } = ctx
  if (actor.kind !== 'customer') throw refuse('not_allowed')
  await updateCustomer(ctx, actor.customerId, { language })
  return { language }
}
