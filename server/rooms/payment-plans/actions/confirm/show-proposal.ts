import type { z } from 'zod'
import type { proposal } from '../../../../../contract/payments/payment-plan-shapes.ts'
import { formatAmount, sumMinor } from '../../../../../domain/money/money.ts'
import { chargeText } from '../../../../../domain/payment-plans/agreement-text.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { writeFor } from '../../../../platform/languages/translate.ts'
import { todayOf } from '../../../accounts/index.ts'
import { readIssuer } from '../../../invoices/index.ts'
import type { PlanWhole } from '../../rules/plan-whole.ts'
import { feeOf, presentInstallments, settledOf } from '../../rules/present-plan.ts'
import { findChargingMethod } from '../../store/charging-method.ts'
import { readAgreementFacts } from './read-agreement-facts.ts'
import { writeAgreement } from './write-agreement.ts'

export type ProposalReply = z.input<typeof proposal>

/** Amount that a plan still asks for. */
export const openOf = (plan: PlanWhole): bigint => sumMinor(settledOf(plan).map(({ openMinor }) => openMinor))

/** Converts a plan to the shape for its customer. */
export async function showProposal(
  ctx: Ctx,
  plan: PlanWhole,
  { payUrl = null, mayCharge = true }: { payUrl?: string | null; mayCharge?: boolean } = {},
): Promise<ProposalReply> {
  const { row } = plan
  const issuer = await readIssuer(ctx)
  const facts = await readAgreementFacts(ctx, plan, false)
  const isOpen = openOf(plan) > 0n
  return {
    pk: row.id,
    state: row.state,
    revision: row.revision,
    company: {
      name: issuer.companyName,
      logo: issuer.logo,
      email: issuer.email,
      phone: issuer.phone,
    },
    customer: facts.customer,
    date_format: issuer.dateFormat,
    currency: row.currency,
    total: formatAmount(openOf(plan), row.currency),
    message: row.message,
    invoices: plan.invoices.map(({ number, dueDate, remainingMinor }) => ({
      number,
      due_date: dueDate,
      remaining: formatAmount(remainingMinor, row.currency),
    })),
    installments: presentInstallments(plan, await todayOf(ctx)).map(({ id: _, total_amount, ...rest }) => ({
      ...rest,
      amount: total_amount,
    })),
    fee: formatAmount(feeOf(plan), row.currency),
    expires_on: row.expires_on,
    agreement_text: row.confirmed_at !== null ? row.agreement_text : isOpen ? writeAgreement(ctx, facts) : '',
    charge_text: writeFor(ctx, chargeText(facts.company)),
    may_charge_itself: mayCharge && (await findChargingMethod(ctx, row.customer_id)) !== null,
    charges_itself: row.charges_itself,
    confirmed_by: row.confirmed_by,
    confirmed_at: row.confirmed_at?.toISOString() ?? null,
    pay_url: payUrl,
  }
}
