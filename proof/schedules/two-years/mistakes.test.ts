import { describe, expect, it } from 'vitest'
import { type Rewrite, rewriteOf } from '../rewrite.ts'
import { openWorkers } from '../workers.ts'
import type { Zone } from './calendar.ts'
import { createChasingCompany } from './companies.ts'
import { findFeeProblems, findStatementProblems } from './find-fee-problems.ts'
import { findReminderProblems } from './find-problems.ts'
import { passDays } from './pass-days.ts'

/* Forty-eight days with two outages, and mistakes in the workers' statements. */
const ZONE: Zone = 'America/New_York'
const DAYS = 48
const FIRST = '2028-02-10T03:20:00Z'

async function findProblemsWith(rewrite: Rewrite, change?: string, zone: Zone = ZONE): Promise<string> {
  const workers = await openWorkers(FIRST, rewrite)
  try {
    if (change) await workers.query(change)
    const company = await createChasingCompany(workers, zone, DAYS)
    await passDays(workers, [company], DAYS)
    const problems = [
      ...(await findReminderProblems(workers, company)),
      ...(await findFeeProblems(workers, company)),
      ...(await findStatementProblems(workers, company)),
    ]
    expect(rewrite.unused(), 'in no statement').toEqual([])
    return problems.join('\n')
  } finally {
    await workers.close()
  }
}

describe('the two years reveal that', () => {
  it('the key is missing, and two workers send the same step', async () => {
    const withoutKey = rewriteOf(
      [/on conflict \(account_id, invoice_id, step_id, occurrence\)[\s\S]*?(?=returning o\.invoice_id)/g, ''],
      [/(select from customers [\s\S]*?) for no key update/g, '$1'],
    )
    const problems = await findProblemsWith(
      withoutKey,
      'alter table reminder_outcomes drop constraint reminder_outcomes_pkey',
    )
    expect(problems).toMatch(/^mailed 2 times: /m)
  })

  it.each([
    [
      'the weekend is ignored',
      /: sent 2028-\S+ in place of sent 2028-/,
      rewriteOf(['a.holding_on_weekend,', 'false as holding_on_weekend,']),
    ],
    [
      'a day is skipped after an outage',
      /: undefined in place of sent 2028-/,
      rewriteOf(['where p.scheduled_on <= ', 'where p.scheduled_on = ']),
    ],
    [
      'a paid invoice is chased',
      /: sent 2028-\S+ in place of undefined/,
      // Neither when it is decided nor when the message is about to leave.
      rewriteOf(
        ['r.customer_id = k.id and r.remaining_minor > 0', 'r.customer_id = k.id'],
        ['u.minor > 0 and r.reserved_minor = 0', 'r.reserved_minor = 0'],
      ),
    ],
    [
      'a paused customer is reminded',
      // Each message is stopped before it leaves, and decided again.
      /: sent 2028-\S+( and 2028-\S+)* in place of /,
      rewriteOf(['p.id is not null as is_paused', 'false as is_paused']),
    ],
  ] as const)('%s', async (_, problem, rewrite) => {
    expect(await findProblemsWith(rewrite)).toMatch(problem)
  })

  // A company whose fees follow each other by days, and whose statements fall due on a Sunday.
  it.each([
    [
      'a late fee is charged twice in a period',
      /^fees of the invoice due \S+: (\S+) on \S+, \1 on /m,
      rewriteOf(
        ['max(x.day) filter (where x.rule_id is not null) as last_on', 'null::date as last_on'],
        ['filter (where x.rule_id = k.rule_id) as periods', 'filter (where false) as periods'],
        ['f.plan_id, f.period, f.day', 'f.plan_id, abs(hashtext(f.id::text)), f.day'],
      ),
    ],
    [
      'a late fee is charged after payment',
      /^fees of the invoice due \S+: \S+ on \S+.* in place of none/m,
      rewriteOf(
        [/r\.customer_id = k\.id\s+and r\.remaining_minor > 0\s+and/g, 'r.customer_id = k.id and'],
        [
          'r.remaining_minor as "remainingMinor", r.reserved_minor as "reservedMinor",\n      coalesce(f.year_minor',
          'i.total_minor as "remainingMinor", r.reserved_minor as "reservedMinor",\n      coalesce(f.year_minor',
        ],
      ),
    ],
    [
      'statements are sent on weekends',
      /^statements: .* on 2028-\S+ in place of /m,
      rewriteOf(['a.holding_on_weekend,', 'false as holding_on_weekend,']),
    ],
  ] as const)('%s', async (_, problem, rewrite) => {
    expect(await findProblemsWith(rewrite, undefined, 'Pacific/Auckland')).toMatch(problem)
  })
})
