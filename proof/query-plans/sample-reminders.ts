import type pg from 'pg'
import type { Ctx } from '../../server/platform/context.ts'
import { updateSettings } from '../../server/rooms/accounts/testing.ts'
import { aFlow } from '../../server/rooms/reminders/testing.ts'
import type { Tenant } from '../../testing/test-app.ts'

/** Days after the due date on which the flow of the sampled company reminds. */
const AFTER_DAYS = 3

/** Messages that were sent, decisions and tasks about the sampled company's invoices, and what is held for its group. */
const HISTORY = `
  with sent as (
    select i.*, gen_random_uuid() as message, row_number() over (order by i.id) as n from invoices i
    where i.account_id = $1 and i.due_date < current_date - 30 and i.issued_at is not null
    order by i.id limit 400),
  mails as (
    insert into mail_messages (account_id, id, kind, from_name, to_address, subject, text_body, html_body, related_type, related_id,
      status, created_at, next_try_at, give_up_at)
    select account_id, message, 'reminders.reminder', '', 'a@payer.test', '', 'text', '', 'invoice', id, 'sent', now(), now(), now()
    from sent where n <= 50),
  messages as (
    insert into reminder_messages (account_id, id, customer_id, step_id, flow_id, step_name, invoice_ids, mail_ids, currency,
      remaining_minor, to_address, subject, sent_on, sent_at)
    select account_id, message, customer_id, $3, $2, 'Day 3', array[id], array[message], currency, total_minor, 'a@payer.test', '',
      due_date + ${AFTER_DAYS}, due_date + ${AFTER_DAYS} from sent),
  outcomes as (
    insert into reminder_outcomes (account_id, invoice_id, step_id, occurrence, customer_id, flow_id, step_name, scheduled_on,
      outcome, message_id, decided_at)
    select account_id, id, $3, 0, customer_id, $2, 'Day 3', due_date + ${AFTER_DAYS}, 'sent', message, now() from sent),
  decisions as (
    insert into reminder_decisions (account_id, id, invoice_id, step_id, occurrence, step_name, scheduled_on, decided_on, outcome,
      message_id, decided_at)
    select account_id, gen_random_uuid(), id, $3, 0, 'Day 3', due_date + ${AFTER_DAYS}, due_date + ${AFTER_DAYS}, 'sent', message,
      now() from sent),
  held as (
    insert into reminder_outcomes (account_id, invoice_id, step_id, occurrence, customer_id, flow_id, step_name, scheduled_on,
      outcome, reason, decided_at)
    select r.account_id, r.invoice_id, 'former', 0, r.customer_id, $2, 'Day 3', current_date, 'held', 'no_address', now()
    from receivables r join customers k on k.account_id = r.account_id and k.id = r.customer_id
    where r.account_id = $1 and r.remaining_minor > 0 and k.group_id = $4)
  insert into tasks (account_id, id, key, kind, customer_id, invoice_ids, currency, amount_minor, title, due_on,
    ends_when_settled, status, done_at, created_at)
  select account_id, gen_random_uuid(), message, 'follow_up', customer_id, array[id], currency, total_minor, 'Call', current_date + 7,
    true, case when n % 2 = 0 then 'done' else 'open' end, case when n % 2 = 0 then now() end, now() from sent`

/** The flow of the sampled company and a message that it plans. */
export interface SampledFlow {
  readonly flow: string
  readonly step: string
  readonly group: string
}

/** Switches a flow on for the group of the sampled company, from tomorrow on, with years of messages. */
export async function remindCustomers(owner: pg.Client, tenant: Tenant): Promise<SampledFlow> {
  const { rows } = await owner.query<{ group: string }>(
    'select group_id as "group" from customers where account_id = $1 and group_id is not null limit 1',
    [tenant.accountId],
  )
  const { group } = rows[0]!
  const flow = await tenant.run(async (ctx: Ctx) => {
    await updateSettings(ctx, { system_enabled: true })
    return aFlow(ctx, [{ offset_days: AFTER_DAYS }], { groups: [group] })
  })
  const step = flow.live!.steps[0]!.id
  await owner.query('update reminder_flows set on_since = current_date + 2 where account_id = $1', [
    tenant.accountId,
  ])
  await owner.query(HISTORY, [tenant.accountId, flow.pk, step, group])
  await owner.query('analyze reminder_messages, reminder_outcomes, reminder_decisions, tasks, mail_messages')
  return { flow: flow.pk, step, group }
}
