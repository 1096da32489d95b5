import pg from 'pg'
import { beforeAll, expect, it } from 'vitest'
import { createProcessors } from '../../server/main/processors.ts'
import { setUpTestApp } from '../../testing/test-app.ts'
import { seedDemo } from './seed-demo.ts'

const test = setUpTestApp({
  processors: createProcessors,
  // The demo's mailbox refuses this domain too.
  mail: () => ({
    deliver: async ({ to }) =>
      to.endsWith('@undeliverable.test')
        ? { ok: false, permanent: true, reason: '550 5.1.1 No such mailbox' }
        : { ok: true },
    close: async () => {},
  }),
})

beforeAll(async () => {
  // A Thursday, in Milwaukee's afternoon.
  test.clock.set('2026-11-26T20:00:00Z')
  await seedDemo(test.app, () => {})
})

/** Reads as the owner of the tables. */
async function read<Row extends pg.QueryResultRow>(query: string): Promise<Row[]> {
  const owner = new pg.Client(test.ownerConfig)
  await owner.connect()
  try {
    return (await owner.query<Row>(query)).rows
  } finally {
    await owner.end()
  }
}

it('gives the demo reminders that the engine sent, held and skipped over the last weeks', async () => {
  const decisions = await read<{ what: string }>(
    `select distinct outcome || coalesce(' ' || reason, '') as what
      from reminder_decisions`,
  )
  const kinds = decisions.map(({ what }) => what)
  for (const kind of ['sent', 'held weekend', 'held gap', 'held customer_paused', 'skipped group_off'])
    expect(kinds).toContain(kind)
  const [span] = await read<{ days: number; late: number }>(
    `select count(distinct sent_on)::int as days,
      count(*) filter (where extract(isodow from sent_on) in (6, 7))::int as late from reminder_messages`,
  )
  expect(span!.days).toBeGreaterThan(10)
  expect(span!.late, 'none leaves on a weekend').toBe(0)
})

it('delivers them then, but for the address that bounces, and customers open and pay', async () => {
  const mails = await read<{ status: string; number: number }>(
    `select status, count(*)::int as number from mail_messages
      where kind = 'reminders.reminder' group by status order by status`,
  )
  expect(mails.map(({ status }) => status)).toEqual(['failed', 'sent'])
  const [after] = await read<{ opened: number; paid: number; bounced_opened: number }>(
    `select
      count(distinct m.id) filter (where exists (select from audit_entries a where a.account_id = m.account_id
        and a.action = 'portal.open-pay-link' and a.object_id = any(m.invoice_ids) and a.at >= m.sent_at))::int as opened,
      count(distinct m.id) filter (where exists (select from payment_allocations p join payments x
        on x.account_id = p.account_id and x.id = p.payment_id where p.account_id = m.account_id
        and p.invoice_id = any(m.invoice_ids) and x.created_at > m.sent_at))::int as paid,
      count(*) filter (where exists (select from mail_messages b where b.id = any(m.mail_ids) and b.status = 'failed')
        and exists (select from audit_entries a where a.account_id = m.account_id
        and a.action = 'portal.open-pay-link' and a.object_id = any(m.invoice_ids)))::int as bounced_opened
      from reminder_messages m`,
  )
  expect(after!.opened).toBeGreaterThan(5)
  expect(after!.paid).toBeGreaterThan(5)
  expect(after!.bounced_opened, 'nobody opens what bounced').toBe(0)
})

it('gives the demo a rule for late fees to try, and the statement of a customer', async () => {
  expect(await read(`select name, state from late_fee_rules`)).toEqual([
    { name: 'Standard late fee', state: 'draft' },
  ])
  expect(
    await read(`select period_from::text, period_to::text, owed_minor > 0 as owes from statements`),
  ).toEqual([{ period_from: '2026-10-01', period_to: '2026-10-31', owes: true }])
})

it('gives the demo promises, a dispute and changed contact data of customers, with tasks for what they did themselves', async () => {
  expect(await read(`select source, state, promised_on::text from promises order by promised_on`)).toEqual([
    { source: 'portal', state: 'open', promised_on: '2026-11-29' },
    { source: 'staff', state: 'open', promised_on: '2026-12-02' },
  ])
  expect(await read(`select source, state, amount_minor::int as amount from disputes`)).toEqual([
    { source: 'portal', state: 'open', amount: 5900 },
  ])
  expect(await read(`select count(*)::int as tasks from tasks where kind = 'answer'`)).toEqual([{ tasks: 3 }])
})

it('gives the demo a proposed payment plan, and a confirmed one whose down payment was made', async () => {
  expect(
    await read(`select p.state, p.confirmed_by, (p.total_minor - sum(r.remaining_minor)) * 4 > p.total_minor - 4 as is_down_paid
      from payment_plans p join payment_plan_invoices v on v.plan_id = p.id join receivables r on r.invoice_id = v.invoice_id
      group by p.state, p.confirmed_by, p.total_minor order by p.state`),
  ).toEqual([
    { state: 'confirmed', confirmed_by: 'Dana Whitfield', is_down_paid: true },
    { state: 'proposed', confirmed_by: '', is_down_paid: false },
  ])
})
