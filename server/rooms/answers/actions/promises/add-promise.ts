import { type CalendarDate, formatDate } from '../../../../../domain/dates/calendar.ts'
import { isFromCustomer } from '../../../../../domain/invoices/answers.ts'
import { audit } from '../../../../platform/audit.ts'
import { type Ctx, nextId } from '../../../../platform/context.ts'
import { readAccountRow } from '../../../accounts/index.ts'
import type { InvoiceFacts } from '../../../invoices/index.ts'
import { openTask } from '../../../worklist/index.ts'
import { SOURCE_TEXTS } from '../../rules/source-texts.ts'
import { insertPromise } from '../../store/promises.ts'
import { describeSource } from '../describe-source.ts'

export interface PromiseFields {
  readonly promisedOn: CalendarDate
  /** Minor units; null for everything that is owed. */
  readonly amountMinor: bigint | null
  readonly note: string
}

/** Adds a promise to an invoice without an open one. A customer's opens a task. The receivable is locked. */
export async function addPromise(ctx: Ctx, invoice: InvoiceFacts, fields: PromiseFields): Promise<void> {
  const id = nextId(ctx)
  const { source, recordedBy } = describeSource(ctx)
  const { promisedOn, note } = fields
  await insertPromise(ctx, {
    ...fields,
    id,
    invoiceId: invoice.id,
    customerId: invoice.customerId,
    owedMinor: invoice.remainingMinor,
    source,
    recordedBy,
  })
  await audit(
    ctx,
    isFromCustomer(source) ? 'answers.promise' : 'answers.record-promise',
    { type: 'invoice', id: invoice.id },
    { promise: id, day: promisedOn, customer: invoice.customerId, ...(note !== '' && { note }) },
  )
  if (!isFromCustomer(source)) return
  const { dateFormat } = await readAccountRow(ctx)
  await openTask(ctx, {
    key: promiseKey(id),
    kind: 'answer',
    customerId: invoice.customerId,
    invoiceIds: [invoice.id],
    amount: { minor: fields.amountMinor ?? invoice.remainingMinor, currency: invoice.currency },
    title: `Promised to pay by ${formatDate(promisedOn, dateFormat)}`,
    reason: `The customer promised it ${SOURCE_TEXTS[source]}${note === '' ? '.' : `: ${note}`}`,
    dueOn: promisedOn,
    endsWhenSettled: true,
  })
}

/** Names the task about a promise. */
export const promiseKey = (id: string): string => `promise ${id}`
