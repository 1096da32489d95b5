import type { Ctx, UnitOfWork } from '../../../../platform/context.ts'
import { renderMail } from '../../../../platform/mail/layout.ts'
import { queueMail } from '../../../../platform/mail/outbox.ts'
import { companyOf, ownersOf } from '../../../accounts/index.ts'
import { type CaseRow, takeUnnotified } from '../../store/cases.ts'
import { showCase } from '../reconcile/show-case.ts'

const PRODUCT = 'Quittance'
const MAX_NAMED = 10

/** Emails the owners the cases opened since the last email, in one message for any number of cases. */
export async function notifyCases(uow: UnitOfWork): Promise<void> {
  await uow.transaction(async (ctx) => {
    const cases = await takeUnnotified(ctx)
    if (cases.length > 0) await mailOwners(ctx, cases)
  })
}

async function mailOwners(ctx: Ctx, cases: readonly CaseRow[]): Promise<void> {
  const { appOrigin } = ctx.app.config
  const company = await companyOf(ctx)
  const shown = cases.slice(0, MAX_NAMED).map((row) => showCase(ctx.app, row))
  const count = cases.length === 1 ? '1 payment case' : `${cases.length} payment cases`
  const mail = renderMail({
    company: { name: PRODUCT },
    subject: `${count} to review for ${company.name}`,
    preheader: shown[0]!.detail,
    heading: `${count} to review`,
    paragraphs: [`Some of ${company.name}’s payments need your review.`],
    facts: shown.map((one) => ({
      label: one.payment ? `${one.kind_display}, ${one.payment.transaction_number}` : one.kind_display,
      value: one.detail,
    })),
    button: { label: 'Review cases', url: `${appOrigin}/payment-processing/cases` },
    allowedOrigins: [appOrigin],
  })
  for (const to of await ownersOf(ctx))
    await queueMail(ctx, {
      kind: 'payments.cases',
      to,
      fromName: PRODUCT,
      ...mail,
      related: { type: 'account', id: ctx.accountId },
    })
}
