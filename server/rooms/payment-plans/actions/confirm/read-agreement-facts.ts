import { msg } from '../../../../../domain/languages/msg.ts'
import { formatsOf } from '../../../../../domain/mails/formats.ts'
import type { AgreementFacts } from '../../../../../domain/payment-plans/agreement-text.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { writeFor } from '../../../../platform/languages/translate.ts'
import { readCustomer } from '../../../customers/index.ts'
import { readIssuer } from '../../../invoices/index.ts'
import type { PlanWhole } from '../../rules/plan-whole.ts'
import { feeOf, settledOf } from '../../rules/present-plan.ts'
import { readPolicyRow } from '../../store/policy.ts'

/** Returns what the agreement of a plan names. What is paid already is not agreed on again. */
export async function readAgreementFacts(
  ctx: Ctx,
  plan: PlanWhole,
  chargesItself: boolean,
): Promise<AgreementFacts> {
  const { companyName, dateFormat, today } = await readIssuer(ctx)
  const customer = await readCustomer(ctx, plan.row.customer_id)
  const { graceDays } = await readPolicyRow(ctx)
  return {
    company: companyName || writeFor(ctx, msg('The company')),
    customer: customer.companyName || customer.shortName,
    invoiceNumbers: plan.invoices
      .filter(({ remainingMinor }) => remainingMinor > 0n)
      .map(({ number }) => number),
    currency: plan.row.currency as AgreementFacts['currency'],
    installments: settledOf(plan)
      .filter(({ openMinor }) => openMinor > 0n)
      .map(({ dueOn, openMinor }) => ({ dueOn, amountMinor: openMinor })),
    feeMinor: feeOf(plan),
    graceDays,
    chargesItself,
    formats: formatsOf(ctx.language ?? 'en', dateFormat, today),
  }
}
