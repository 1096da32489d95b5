import type { Ctx } from '../../../../platform/context.ts'
import { queueMail } from '../../../../platform/mail/outbox.ts'
import { listCustomerAddresses } from '../../../customers/index.ts'
import { composeMail } from '../../../mail-templates/index.ts'
import type { PlanWhole } from '../../rules/plan-whole.ts'
import { planFacts } from '../compose-plan-facts.ts'
import { issuePayUrl } from './issue-pay-url.ts'
import type { StoredAgreement } from './store-agreement.ts'

/** Emails a confirmed plan with its agreement. Sends nothing without an address. */
export async function mailConfirmation(ctx: Ctx, plan: PlanWhole, file: StoredAgreement): Promise<void> {
  const [to] = await listCustomerAddresses(ctx, plan.row.customer_id)
  const payUrl = to === undefined ? null : await issuePayUrl(ctx, plan)
  if (to === undefined || payUrl === null) return
  const { attachments, ...mail } = await composeMail(ctx, 'plan-confirmed', plan.row.customer_id, {
    ...planFacts(plan),
    payUrl,
  })
  await queueMail(ctx, {
    kind: 'payment-plans.confirmed',
    to,
    ...mail,
    attachments: [...attachments, { fileId: file.id, name: file.name }],
    related: { type: 'payment_plan', id: plan.row.id },
  })
}
