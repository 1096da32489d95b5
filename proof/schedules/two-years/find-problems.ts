import type { Workers } from '../workers.ts'
import type { ChasingCompany } from './companies.ts'
import { expectOutcomes } from './oracle.ts'

const OUTCOMES = `
  select o.invoice_id as invoice, s.offset_days || ' ' || o.occurrence as step,
    case when o.outcome = 'sent' then 'sent ' || (select string_agg(d.decided_on::text, ' and ' order by d.decided_on)
        from reminder_decisions d where d.account_id = o.account_id and d.invoice_id = o.invoice_id and d.step_id = o.step_id
          and d.occurrence = o.occurrence and d.outcome = 'sent')
      when o.outcome = 'held' then 'held' else o.reason end as outcome
  from reminder_outcomes o join reminder_steps s on s.account_id = o.account_id and s.flow_id = o.flow_id and s.id = o.step_id
  where o.account_id = $1`

/** Emails that the mail server took, by customer, step and local day. */
const MAILS = `
  select m.customer_id || ' ' || s.offset_days || ' ' || m.sent_on as mail, count(*)::int as times
  from reminder_messages m join reminder_steps s on s.account_id = m.account_id and s.flow_id = m.flow_id and s.id = m.step_id
    join mail_messages d on d.account_id = m.account_id and d.id = m.id and d.status = 'sent'
  where m.account_id = $1 group by 1`

/** Returns how the reminders of a company differ from what the oracle expects, and what was mailed twice. */
export async function findReminderProblems(workers: Workers, company: ChasingCompany): Promise<string[]> {
  const { zone, checks, invoices, pauses, tenant } = company
  const found = new Map<string, Record<string, string>>()
  for (const row of await workers.query<{ invoice: string; step: string; outcome: string }>(OUTCOMES, [
    tenant.accountId,
  ]))
    found.set(row.invoice, { ...found.get(row.invoice), [row.step]: row.outcome })
  const problems: string[] = []
  const mails = new Set<string>()
  for (const invoice of invoices) {
    const wanted = expectOutcomes(zone, checks, invoice, pauses)
    const actual = found.get(invoice.id) ?? {}
    for (const step of new Set([...Object.keys(wanted), ...Object.keys(actual)]))
      if (wanted[step] !== actual[step])
        problems.push(`due ${invoice.due}, step ${step}: ${actual[step]} in place of ${wanted[step]}`)
    for (const [step, outcome] of Object.entries(wanted))
      if (outcome.startsWith('sent '))
        mails.add(`${invoice.customer} ${step.split(' ')[0]} ${outcome.slice('sent '.length)}`)
  }
  for (const { mail, times } of await workers.query<{ mail: string; times: number }>(MAILS, [
    tenant.accountId,
  ])) {
    if (!mails.delete(mail)) problems.push(`mailed without a reason: ${mail}`)
    if (times > 1) problems.push(`mailed ${times} times: ${mail}`)
  }
  for (const mail of mails) problems.push(`not mailed: ${mail}`)
  return problems
}
