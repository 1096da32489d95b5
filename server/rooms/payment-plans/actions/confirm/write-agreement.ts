import { type AgreementFacts, agreementTexts } from '../../../../../domain/payment-plans/agreement-text.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { writeFor } from '../../../../platform/languages/translate.ts'

/** Returns an agreement in the language of its reader. What they confirm is stored in the same words. */
export const writeAgreement = (ctx: Ctx, facts: AgreementFacts): string =>
  agreementTexts(facts)
    .map((text) => writeFor(ctx, text))
    .join('\n\n')
