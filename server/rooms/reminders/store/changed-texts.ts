import { sql } from 'kysely'
import { asDate } from '../../../platform/clock.ts'
import type { Ctx } from '../../../platform/context.ts'

/** One step of one invoice. */
export interface StepOfInvoice {
  readonly invoiceId: string
  readonly stepId: string
  readonly occurrence: number
}

/** A text that a person wrote for one message, and what the message was about then. */
export interface ChangedText extends StepOfInvoice {
  readonly subject: string
  readonly body: string
  readonly invoiceIds: readonly string[]
  readonly remainingMinor: bigint
}

/** Returns the texts of messages about these steps; without steps those of all messages. */
export async function selectChangedTexts(
  ctx: Ctx,
  steps: readonly StepOfInvoice[] | null,
): Promise<ChangedText[]> {
  const rows = await ctx.db
    .selectFrom('reminder_changed_texts')
    .select([
      'invoice_id as invoiceId',
      'step_id as stepId',
      'occurrence',
      'subject',
      'body',
      'invoice_ids as invoiceIds',
      'remaining_minor as remainingMinor',
    ])
    .where('account_id', '=', ctx.accountId)
    .$if(steps !== null, (query) => query.where(isOneOf(steps!)))
    .execute()
  return rows
}

/** Sets the text of the message about `steps`; the first of them names it. */
export async function setChangedText(ctx: Ctx, text: ChangedText): Promise<void> {
  const values = {
    subject: text.subject,
    body: text.body,
    invoice_ids: [...text.invoiceIds],
    remaining_minor: text.remainingMinor,
    changed_by: ctx.actor.kind === 'staff' ? ctx.actor.userId : null,
    changed_at: asDate(ctx.now),
  }
  await ctx.db
    .insertInto('reminder_changed_texts')
    .values({
      account_id: ctx.accountId,
      invoice_id: text.invoiceId,
      step_id: text.stepId,
      occurrence: text.occurrence,
      ...values,
    })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'invoice_id', 'step_id', 'occurrence']).doUpdateSet(values),
    )
    .execute()
}

/** Reads the texts of messages about any of these steps. Returns that of one message; null when it has none. */
export async function readChangedTexts(
  ctx: Ctx,
  steps: readonly StepOfInvoice[],
): Promise<(message: readonly StepOfInvoice[]) => ChangedText | null> {
  const texts = new Map((await selectChangedTexts(ctx, steps)).map((text) => [keyOf(text), text]))
  return (message) => message.map((step) => texts.get(keyOf(step))).find((text) => text !== undefined) ?? null
}

const keyOf = ({ invoiceId, stepId, occurrence }: StepOfInvoice): string =>
  `${invoiceId} ${stepId} ${occurrence}`

export async function deleteChangedTexts(ctx: Ctx, steps: readonly StepOfInvoice[]): Promise<void> {
  if (steps.length === 0) return
  await ctx.db
    .deleteFrom('reminder_changed_texts')
    .where('account_id', '=', ctx.accountId)
    .where(isOneOf(steps))
    .execute()
}

const isOneOf = (steps: readonly StepOfInvoice[]) => {
  const given = JSON.stringify(
    steps.map(({ invoiceId, stepId, occurrence }) => ({ invoiceId, stepId, occurrence })),
  )
  return sql<boolean>`(invoice_id, step_id, occurrence) in (select g."invoiceId", g."stepId", g.occurrence
    from jsonb_to_recordset(${given}::jsonb) as g("invoiceId" uuid, "stepId" text, occurrence integer))`
}
