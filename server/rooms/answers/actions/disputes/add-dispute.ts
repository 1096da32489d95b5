import type { contract } from '../../../../../contract/index.ts'
import type { InputOf } from '../../../../../contract/route.ts'
import { DISPUTE_REASON_TEXTS, isFromCustomer } from '../../../../../domain/invoices/answers.ts'
import { msg } from '../../../../../domain/languages/msg.ts'
import { audit } from '../../../../platform/audit.ts'
import { type Ctx, nextId } from '../../../../platform/context.ts'
import { refuse, refuseFields } from '../../../../platform/refusal.ts'
import type { InvoiceFacts } from '../../../invoices/index.ts'
import { openTask } from '../../../worklist/index.ts'
import { SOURCE_TEXTS } from '../../rules/source-texts.ts'
import { insertDispute, selectDisputes } from '../../store/disputes.ts'
import type { DisputeRow } from '../../tables.ts'
import { describeSource } from '../describe-source.ts'
import { readPart } from '../lock-owed-invoice.ts'

export type DisputeBody = InputOf<typeof contract.answers.dispute>['body']

/**
 * Opens a dispute of an invoice, and a task. The same dispute again changes nothing. The receivable is locked. `check` is
 * given the former disputes of the invoice. Refuses wrong_state while another one is open, and wrong fields.
 */
export async function addDispute(
  ctx: Ctx,
  invoice: InvoiceFacts,
  { reason, text, amount }: DisputeBody,
  check: (former: readonly DisputeRow[]) => void = () => {},
): Promise<void> {
  const amountMinor = readPart(invoice, amount)
  const former = await selectDisputes(ctx, invoice.id)
  const open = former.find(({ state }) => state === 'open')
  if (open?.reason === reason && open.text === text && open.amount_minor === amountMinor) return
  if (open) throw refuse('wrong_state', msg('This invoice is disputed already.'))
  check(former)
  if (reason === 'other' && text === '') throw refuseFields({ text: [msg('Tell us what is wrong.')] })
  const id = nextId(ctx)
  const { source, recordedBy } = describeSource(ctx)
  const { id: invoiceId, customerId, currency } = invoice
  await insertDispute(ctx, { id, invoiceId, customerId, reason, text, amountMinor, source, recordedBy })
  const reasonText = DISPUTE_REASON_TEXTS[reason]
  await audit(
    ctx,
    isFromCustomer(source) ? 'answers.dispute' : 'answers.record-dispute',
    { type: 'invoice', id: invoiceId },
    { dispute: id, reason: reasonText, customer: customerId },
  )
  await openTask(ctx, {
    key: disputeKey(id),
    kind: 'answer',
    customerId,
    invoiceIds: [invoiceId],
    amount: { minor: amountMinor ?? invoice.remainingMinor, currency },
    title: `Disputed: ${reasonText.toLowerCase()}`,
    reason: `${text === '' ? reasonText : text} (${SOURCE_TEXTS[source]})`,
    endsWhenSettled: true,
  })
}

/** Names the task about a dispute. */
export const disputeKey = (id: string): string => `dispute ${id}`
