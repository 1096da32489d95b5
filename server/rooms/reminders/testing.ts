import { sql } from 'kysely'
import type { Tenant } from '../../../testing/test-app.ts'
import type { Ctx } from '../../platform/context.ts'
import { nextId } from '../../platform/context.ts'
import { todayOf } from '../accounts/index.ts'
import { updateSettings } from '../accounts/testing.ts'
import { aCustomer, oneOfManyGroups } from '../customers/testing.ts'
import { selectTemplates } from '../mail-templates/index.ts'
import { anOpenInvoice } from '../payments/testing.ts'
import { sendDue } from './actions/engine/send-due.ts'
import { createFlow } from './actions/flows/create-flow.ts'
import { publishFlow } from './actions/flows/publish-flow.ts'
import type { ShownStep } from './actions/flows/read-step.ts'
import { updateFlow } from './actions/flows/update-flow.ts'
import type { PlannedMessage } from './actions/planned/find-planned.ts'
import { skipPlanned } from './actions/planned/skip-planned.ts'
import { listRehearsed } from './actions/rehearsals/list-rehearsed.ts'
import { runRehearsal } from './actions/rehearsals/run-rehearsal.ts'
import { startRehearsal } from './actions/rehearsals/start-rehearsal.ts'
import { createTemplate } from './actions/templates/create-template.ts'
import { deleteFlow } from './store/flows.ts'
import { setPause } from './store/pauses.ts'
import { findRehearsal } from './store/rehearsals.ts'

/** Switches on a flow with these steps: after the due date at nine, with a text of the ready-made ones. */
export async function aFlow(
  ctx: Ctx,
  steps: readonly (Partial<ShownStep> & { readonly offset_days: number })[],
  more: { gapDays?: number; groups?: readonly string[]; name?: string } = {},
) {
  const flow = await createFlow(ctx, more.name ?? 'Standard', 'standard')
  const [template] = (await selectTemplates(ctx)).filter(({ name }) => name === 'First reminder')
  const saved = await updateFlow(ctx, flow.pk, {
    revision: flow.revision,
    name: flow.name,
    covers: more.groups ? 'groups' : 'everyone_else',
    groups: [...(more.groups ?? [])],
    draft: {
      gap_days: more.gapDays ?? 0,
      steps: steps.map((step) => ({
        id: `step-${step.offset_days + 100}-${step.anchor ?? 'due_date'}-${step.kind ?? 'email'}`,
        name: `Day ${step.offset_days}`,
        kind: 'email',
        anchor: 'due_date',
        hour: 9,
        template: (step.kind ?? 'email') === 'email' && step.anchor !== 'paid' ? template!.id : null,
        text: '',
        members: [],
        repeat_days: 0,
        repeat_times: 0,
        min_remaining: '0',
        attach_pdf: false,
        copies: [],
        sender: null,
        ...step,
      })),
    },
  })
  return publishFlow(ctx, flow.pk, saved.revision)
}

const FLOWS_KEPT = 20
/** Ids of the flows that oneOfManyFlows got in each account, oldest first: a stopped clock gives them no order. */
const madeFlows = new Map<string, string[]>()

/** Keeps an account that gets many flows below its limit by deleting the oldest of them. */
async function oneOfManyFlows<Flow extends { readonly pk: string }>(ctx: Ctx, flow: Flow): Promise<Flow> {
  const made = [...(madeFlows.get(ctx.accountId!) ?? []), flow.pk]
  madeFlows.set(ctx.accountId!, made.slice(-FLOWS_KEPT))
  for (const id of made.slice(0, -FLOWS_KEPT)) await deleteFlow(ctx, id)
  return flow
}

/** A flow that covers a group of its own: a draft that was never published, or one that is on. */
export async function aReminderFlow(ctx: Ctx, state: 'draft' | 'on') {
  const name = `Flow ${nextId(ctx)}`
  // The group is first in every builder: adding groups and adding the ready-made templates lock others out.
  const groups = [await oneOfManyGroups(ctx)]
  if (state === 'on') return oneOfManyFlows(ctx, await aFlow(ctx, [{ offset_days: 3 }], { groups, name }))
  const flow = await oneOfManyFlows(ctx, await createFlow(ctx, name, 'gentle'))
  return updateFlow(ctx, flow.pk, {
    revision: flow.revision,
    name,
    covers: 'groups',
    groups,
    draft: flow.draft,
  })
}

/** A reminder of a new customer's invoice, which waits for its day in a flow of its own. The account's system is on. */
export async function aPlannedReminder(ctx: Ctx): Promise<PlannedMessage> {
  await updateSettings(ctx, { system_enabled: true })
  const group = await oneOfManyGroups(ctx)
  const name = `Flow ${nextId(ctx)}`
  const flow = await oneOfManyFlows(ctx, await aFlow(ctx, [{ offset_days: -3 }], { groups: [group], name }))
  const customer = await aCustomer(ctx, { groupId: group })
  const { invoiceId } = await anOpenInvoice(ctx, '100.00', customer, '2030-01-02')
  return {
    customer: customer.id,
    step: flow.live!.steps[0]!.id,
    invoices: [{ invoice: invoiceId, occurrence: 0 }],
  }
}

/** A reminder that a person skipped. */
export async function aSkippedReminder(ctx: Ctx): Promise<PlannedMessage> {
  const message = await aPlannedReminder(ctx)
  await skipPlanned(ctx, message)
  return message
}

/** Rehearses the next days of a flow of its own, in which one message is due, and returns the ids of both. */
export async function rehearse(
  tenant: Pick<Tenant, 'run' | 'uow'>,
): Promise<{ flow: string; message: string }> {
  const started = await tenant.run(async (ctx) => {
    const groups = [await oneOfManyGroups(ctx)]
    const name = `Flow ${nextId(ctx)}`
    const flow = await oneOfManyFlows(ctx, await aFlow(ctx, [{ offset_days: 3 }], { groups, name }))
    const customer = await aCustomer(ctx, { groupId: groups[0]! })
    await anOpenInvoice(ctx, '100.00', customer, await todayOf(ctx))
    await startRehearsal(ctx, flow.pk, 'future')
    return { flow: flow.pk, rehearsal: (await findRehearsal(ctx, flow.pk))!.id }
  })
  await runRehearsal(tenant.uow({ kind: 'system', job: 'test' }), started.rehearsal)
  const listed = await tenant.run((ctx) =>
    listRehearsed(ctx, started.flow, { page: 1, page_size: 10, outcome: 'sent' }),
  )
  return { flow: started.flow, message: listed.results[0]!.pk }
}

/** Pauses the reminders of a customer until a day, or until somebody ends it. */
export const pauseCustomer = (ctx: Ctx, customer: string, until: string | null = null): Promise<void> =>
  setPause(ctx, { scope: 'customer', subject: customer, until, note: '' })

/** Creates a customer whose reminders are paused, and returns their id. */
export async function aPausedCustomer(ctx: Ctx): Promise<string> {
  const { id } = await aCustomer(ctx)
  await pauseCustomer(ctx, id)
  return id
}

/** A template that no flow uses. */
export const aReminderTemplate = (ctx: Ctx) =>
  createTemplate(ctx, {
    name: `Template ${nextId(ctx)}`,
    subject: 'Invoice {{ invoice.number }}',
    body: 'Please pay {{ invoice.remaining }}.',
  })

/** Runs what is due now. */
export const sendDueOf = (tenant: Pick<Tenant, 'uow'>): Promise<void> =>
  sendDue(tenant.uow({ kind: 'system', job: 'test' }))

interface QueuedMail {
  readonly id: string
  readonly to: string
  readonly from: string
  readonly replyTo: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** The reminders that were queued, oldest first. */
export const remindersOf = (tenant: Tenant): Promise<QueuedMail[]> => mailsOf(tenant, 'reminders.reminder')
/** The thank-yous that were queued, oldest first. */
export const thanksOf = (tenant: Tenant): Promise<QueuedMail[]> => mailsOf(tenant, 'reminders.thank-you')

const mailsOf = (tenant: Tenant, kind: string): Promise<QueuedMail[]> =>
  tenant.run(async (ctx) => {
    const { rows } = await sql<QueuedMail>`
      select id, to_address as "to", from_name as "from", reply_to as "replyTo", subject, text_body as text, html_body as html
      from mail_messages where account_id = ${ctx.accountId} and kind = ${kind} order by created_at, id`.execute(
      ctx.db,
    )
    return rows
  })

/** Decisions about an invoice, oldest first: 'Day 3: held weekend until 2026-12-07'. */
export const decisionsOf = (tenant: Tenant, invoiceId: string): Promise<string[]> =>
  tenant.run(async (ctx) => {
    const { rows } = await sql<{ text: string }>`
      select step_name || case when occurrence > 0 then ' again' else '' end || ': ' || outcome || coalesce(' ' || reason, '')
        || coalesce(' until ' || held_until, '') as text
      from reminder_decisions where account_id = ${ctx.accountId} and invoice_id = ${invoiceId}
      order by decided_at, scheduled_on, outcome`.execute(ctx.db)
    return rows.map(({ text }) => text)
  })

export { checkBeforeSending } from './actions/engine/check-before-sending.ts'
export { changeText } from './actions/planned/change-text.ts'
export { putBack } from './actions/planned/put-back.ts'
export { sendNow } from './actions/planned/send-now.ts'
export { showPlanned } from './actions/planned/show-planned.ts'
export { listSent } from './actions/read/list-sent.ts'
export { listUpcoming } from './actions/read/list-upcoming.ts'
export { readRehearsal } from './actions/rehearsals/read-rehearsal.ts'
export { runRehearsal } from './actions/rehearsals/run-rehearsal.ts'
export { showRehearsed } from './actions/rehearsals/show-rehearsed.ts'
export { skipPlanned }
