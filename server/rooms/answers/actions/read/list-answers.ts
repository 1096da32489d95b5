import type { InvoiceAnswers } from '../../../../../contract/worklist/answers.ts'
import { formatAmount } from '../../../../../domain/money/money.ts'
import { isoInstant } from '../../../../platform/clock.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { type MemberNames, readMemberNames } from '../../../worklist/index.ts'
import { selectDisputes } from '../../store/disputes.ts'
import { selectPromises } from '../../store/promises.ts'
import { readOwnInvoice } from '../lock-owed-invoice.ts'

/** Returns the promises and disputes of an invoice, the newest first. Refuses not_found. */
export async function listAnswers(ctx: Ctx, invoiceId: string): Promise<InvoiceAnswers> {
  const { currency, state, remainingMinor } = await readOwnInvoice(ctx, invoiceId)
  const names = await readMemberNames(ctx)
  const show = (minor: bigint | null) => (minor === null ? null : formatAmount(minor, currency))
  return {
    currency,
    may_record: state === 'open' && remainingMinor > 0n,
    promises: (await selectPromises(ctx, invoiceId)).map((one) => ({
      pk: one.id,
      promised_on: one.promised_on,
      amount: show(one.amount_minor),
      note: one.note,
      source: one.source,
      recorded_by: nameOf(names, one.recorded_by),
      state: one.state,
      outcome: one.outcome,
      created: isoInstant(one.created_at.getTime()),
    })),
    disputes: (await selectDisputes(ctx, invoiceId)).map((one) => ({
      pk: one.id,
      reason: one.reason,
      text: one.text,
      amount: show(one.amount_minor),
      source: one.source,
      recorded_by: nameOf(names, one.recorded_by),
      state: one.state,
      resolution: one.resolution,
      resolved_by: nameOf(names, one.resolved_by),
      created: isoInstant(one.created_at.getTime()),
    })),
  }
}

const nameOf = (names: MemberNames, userId: string | null): string | null =>
  userId === null ? null : (names.get(userId) ?? null)
