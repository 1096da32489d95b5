import type { ChargeStop } from '../../../../../domain/mails/kinds/charge-mails.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { queueMail } from '../../../../platform/mail/outbox.ts'
import { addressesOf, readCustomer } from '../../../customers/index.ts'
import { createPayLink } from '../../../invoices/index.ts'
import { composeMail } from '../../../mail-templates/index.ts'
import { lockConsents, type MethodProblem, methodText, readSettings } from '../../../payments/index.ts'
import { openTask } from '../../../worklist/index.ts'
import { payableMinor, totalMinor } from '../../rules/amounts.ts'
import { type CoveredInvoice, coveredInvoice } from '../../store/covered.ts'
import { insertProblem } from '../../store/problems.ts'
import { findStop } from '../find-stop.ts'
import { findProblems } from './find-problems.ts'

/** The task of a consent whose method can't be charged. */
export const problemTaskKey = (consentId: string): string => `unusable method of consent ${consentId}`

/** Why a method can't be charged, after its name: 'Visa •••• 4242 has expired.' */
const REASONS: Readonly<Record<MethodProblem, string>> = {
  expired: 'has expired.',
  not_connected: 'was stored with a payment processor that is no longer connected.',
  other_account: 'was stored with another account of the payment processor than the connected one.',
  currency: 'can’t be charged in the currency of the invoice.',
}

const REASONS_FOR_CUSTOMERS: Readonly<Record<MethodProblem, ChargeStop>> = {
  expired: 'expired',
  not_connected: 'unusable',
  other_account: 'unusable',
  currency: 'currency',
}

/**
 * Reports a charge that can't be made with the method of its consent, once until it can: a task for staff, and an email that asks
 * the customer for another method. Does nothing when it can be made meanwhile, or nothing is to be charged.
 */
export async function reportProblem(ctx: Ctx, invoiceId: string): Promise<void> {
  const before = await coveredInvoice(ctx, invoiceId)
  if (!before) return
  await lockConsents(ctx, before.customerId)
  const one = await coveredInvoice(ctx, invoiceId)
  if (!one || payableMinor(one) <= 0n || (await findStop(ctx, one.customerId)) !== null) return
  const problem = (await findProblems(ctx, [one])).get(one.id)
  if (problem === undefined) return
  if (!(await insertProblem(ctx, { consentId: one.consentId, problem, invoiceId }))) return
  const [to] = addressesOf(await readCustomer(ctx, one.customerId))
  await openMethodTask(ctx, one, problem, to !== undefined)
  if (to !== undefined) await mailCustomer(ctx, to, one, problem)
}

async function openMethodTask(
  ctx: Ctx,
  one: CoveredInvoice,
  problem: MethodProblem,
  isMailed: boolean,
): Promise<void> {
  const method = methodText(one.type, one.brand, one.last4)
  await openTask(ctx, {
    key: problemTaskKey(one.consentId),
    kind: 'failed_charge',
    customerId: one.customerId,
    invoiceIds: [one.id],
    amount: { minor: payableMinor(one), currency: one.currency },
    title: 'Ask for another payment method',
    reason: `Automatic payments are on hold: ${method} ${REASONS[problem]} ${
      isMailed
        ? 'We emailed the customer and asked for another one.'
        : 'We have no email address for the customer.'
    }`,
    endsWhenSettled: false,
    opensAgain: true,
  })
}

async function mailCustomer(
  ctx: Ctx,
  to: string,
  one: CoveredInvoice,
  problem: MethodProblem,
): Promise<void> {
  const [link, { surchargePpm }] = await Promise.all([createPayLink(ctx, one.id), readSettings(ctx)])
  const mail = await composeMail(ctx, 'charge-stopped', one.customerId, {
    invoiceNumber: one.number,
    amountMinor: totalMinor(one, surchargePpm),
    currency: one.currency,
    method: { type: one.type, brand: one.brand, last4: one.last4 },
    portalUrl: link.url,
    dueDate: one.dueDate,
    reason: REASONS_FOR_CUSTOMERS[problem],
  })
  await queueMail(ctx, {
    kind: 'auto-payments.stopped',
    to,
    ...mail,
    related: { type: 'invoice', id: one.id },
  })
}
