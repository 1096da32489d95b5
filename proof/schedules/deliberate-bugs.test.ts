import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../domain/dates/durations.ts'
import { CHECKS, findCommonProblems } from './checks.ts'
import { createCompany } from './companies.ts'
import { passTime } from './pass-time.ts'
import { type Rewrite, rewriteOf } from './rewrite.ts'
import { openWorkers } from './workers.ts'

/* Nine days in a zone whose date is a day ahead of UTC at most hours, with bugs injected into the workers. */
const ZONE = 'Pacific/Apia'
const DAYS = 9
const CREATED_AT = Date.parse('2016-02-10T11:40:00Z')
const FIRST = Date.parse('2016-02-10T12:00:00Z')
const OUTAGE = { from: FIRST + 5 * DAY_MS, to: FIRST + 6 * DAY_MS + 2 * HOUR_MS }

async function findProblemsWith(rewrite?: Rewrite): Promise<string> {
  const workers = await openWorkers(new Date(CREATED_AT).toISOString(), rewrite)
  try {
    const company = await createCompany(workers, ZONE, DAYS)
    const span = { first: FIRST, last: FIRST + DAYS * DAY_MS, outage: OUTAGE, away: [], eachHour: false }
    const observations = await passTime(workers, [company], span)
    const passed = { workers, company, observations, createdAt: CREATED_AT, outage: OUTAGE }
    const problems = await findCommonProblems(workers)
    for (const check of CHECKS) problems.push(...(await check.findProblems(passed)))
    expect(rewrite?.unused() ?? [], 'in no statement').toEqual([])
    return problems.join('\n')
  } finally {
    await workers.close()
  }
}

/** Bugs in the workers' statements, with the problem that each causes. */
const BUGS: readonly (readonly [name: string, problem: RegExp, Rewrite])[] = [
  [
    'every account uses UTC',
    /^notified of 2016-02-17: \["2016-02-14T\d\d.* in place of \["2016-02-13T10/m,
    rewriteOf(['a.timezone, a.date_format', "'UTC' as timezone, a.date_format"]),
  ],
  [
    'work that fell due during an outage is skipped',
    /^notified of [\d-]+: \[\] in place of \["/m,
    rewriteOf([
      /coalesce\(inst\.due_on, i\.due_date\) <= (\$\d+)/g,
      'coalesce(inst.due_on, i.due_date) = $1',
    ]),
  ],
  [
    'notices are repeated',
    /^mailed of [\d-]+: \["[^"]+","/m,
    // Earlier notices are not read, and the same notice is written again before it lapses.
    rewriteOf(
      ['n.total_minor as "toldMinor"', 'null::bigint as "toldMinor"'],
      [/where ("auto_payment_notices"\."noticed_at" <= \$\d+)/g, 'where ($1 or true)'],
    ),
  ],
  [
    'declined charges are not retried',
    /^attempts for [\d-]+: \["[^"]+"\] in place of \["[^"]+","/m,
    rewriteOf(["t.state = 'failed' and t.next_at is not null", 'false']),
  ],
  [
    'invoices are due a day early',
    /^notified of 2016-02-17: \["2016-02-12T\d\d.* in place of \["2016-02-13T10/m,
    rewriteOf([
      /coalesce\(inst\.due_on, i\.due_date\) <= (\$\d+)/g,
      'coalesce(inst.due_on, i.due_date) <= $1::date + 1',
    ]),
  ],
  [
    'each worker compares every day',
    /^requests to the processor: /m,
    rewriteOf(['where r.finished_at is null and r.attempts <', 'where r.attempts <> -1 or r.attempts <']),
  ],
  [
    'reminders that fell due during an outage are skipped',
    /^reminded of [\d-]+: \[\] in place of \["/m,
    rewriteOf([/p\.scheduled_on <= (\$\d+)/g, 'p.scheduled_on = $1']),
  ],
  [
    'a step is sent again',
    /^reminded of [\d-]+: \["[^"]+","/m,
    rewriteOf(
      ["where (o.outcome is null or o.outcome = 'held')", ''],
      ["where o.outcome = 'held'\n    returning o.invoice_id", 'returning o.invoice_id'],
    ),
  ],
  [
    'a paused customer is reminded',
    /^needlessly reminded of [\d-]+: \["/m,
    rewriteOf(['p.id is not null as is_paused', 'false as is_paused']),
  ],
  [
    'an installment is reminded of again',
    /^mailed of the installment of [\d-]+: \["[^"]+","[^"]+","/m,
    rewriteOf([
      /(insert into "payment_plan_reminders".*) on conflict do nothing/g,
      '$1 on conflict (account_id, plan_id, installment_id, kind) do update set sent_on = excluded.sent_on',
    ]),
  ],
  [
    'a paused customer is reminded of installments',
    /^needlessly mailed of the installment of [\d-]+: \["/m,
    rewriteOf([
      'select subject_id as id from reminder_pauses\n    where',
      'select subject_id as id from reminder_pauses\n    where false and',
    ]),
  ],
  [
    'installments are charged on the due date of their invoice',
    /^installments charged: /m,
    rewriteOf(['coalesce(inst.due_on, i.due_date)', 'i.due_date']),
  ],
  [
    'a paid invoice is reminded of',
    /^needlessly reminded of [\d-]+: \["/m,
    rewriteOf(['r.customer_id = k.id and r.remaining_minor > 0', 'r.customer_id = k.id']),
  ],
  [
    'work is marked due three days late',
    /^notified of [\d-]+: /m,
    rewriteOf(['d.due_at <= case', "d.due_at + interval '3 days' <= case"]),
  ],
  [
    'audit entries stay unsealed',
    /^not sealed: /m,
    rewriteOf(['select seal_audit(', 'select 0 * length(pg_current_xact_id()::text) + 0 * (']),
  ],
]

describe('nine days of schedules', () => {
  it('have no problem without a bug', async () => {
    expect(await findProblemsWith()).toBe('')
  })

  it.each(BUGS)('reveal a bug: %s', async (_, problem, rewrite) => {
    expect(await findProblemsWith(rewrite)).toMatch(problem)
  })
})
