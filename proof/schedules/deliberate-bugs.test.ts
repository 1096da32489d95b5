import { describe, expect, it } from 'vitest'
import { aCompanyIn } from './companies.ts'
import { problemsInAll, QUESTIONS } from './judge.ts'
import { passTime } from './pass-time.ts'
import { DAY_MS, HOUR_MS } from './time.ts'
import { openWorkers } from './workers.ts'

/* Nine days in a zone that is a day ahead of Greenwich at most hours, with workers that are wrong on purpose. */
const ZONE = 'Pacific/Apia'
const DAYS = 9
const ARRANGED = Date.parse('2016-02-10T11:40:00Z')
const FIRST = Date.parse('2016-02-10T12:00:00Z')
const OUTAGE = { from: FIRST + 5 * DAY_MS, to: FIRST + 6 * DAY_MS + 2 * HOUR_MS }

type Rewrite = (statement: string) => string
const saying =
  (words: string | RegExp, instead: string): Rewrite =>
  (statement) =>
    statement.replaceAll(words, instead)

async function problemsWith(rewrite?: Rewrite): Promise<string> {
  const workers = await openWorkers(new Date(ARRANGED).toISOString(), rewrite)
  try {
    const company = await aCompanyIn(workers, ZONE, DAYS)
    const span = { first: FIRST, last: FIRST + DAYS * DAY_MS, outage: OUTAGE, away: [], eachHour: false }
    const seen = await passTime(workers, [company], span)
    const passed = { workers, company, seen, arranged: ARRANGED, outage: OUTAGE }
    const problems = await problemsInAll(workers)
    for (const question of QUESTIONS) problems.push(...(await question.problems(passed)))
    return problems.join('\n')
  } finally {
    await workers.close()
  }
}

/** Mistakes in what workers say to their database, and how each is noticed. */
const BUGS: readonly (readonly [name: string, noticed: RegExp, Rewrite])[] = [
  [
    'it is midnight everywhere when it is in Greenwich',
    /^told of 2016-02-17: \["2016-02-14T12.* in place of \["2016-02-13T10/m,
    saying('a.timezone, a.date_format', "'UTC' as timezone, a.date_format"),
  ],
  [
    'what fell due while nobody worked is left out',
    /^told of [\d-]+: \[\] in place of \["/m,
    saying(/i\.due_date <= (\$\d+)/g, 'i.due_date = $1'),
  ],
  [
    'whoever was told is told again',
    /^mailed of [\d-]+: \["[^"]+","/m,
    // Neither is it known who was told, nor do two who tell at the same moment get in each other's way.
    (statement) =>
      statement
        .replace('n.total_minor as "toldMinor"', 'null::bigint as "toldMinor"')
        .replace(
          /(insert into "auto_payment_notices".*) on conflict do nothing/,
          '$1 on conflict (account_id, invoice_id, due_date, consent_id, total_minor) do update set charge_on = excluded.charge_on',
        ),
  ],
  [
    'a decline is the last word',
    /^tried for [\d-]+: \["[^"]+"\] in place of \["[^"]+","/m,
    saying("t.state = 'failed' and t.next_at is not null", 'false'),
  ],
  [
    'what falls due tomorrow is due',
    /^told of 2016-02-17: \["2016-02-12T12.* in place of \["2016-02-13T10/m,
    saying(/i\.due_date <= (\$\d+)/g, 'i.due_date <= $1::date + 1'),
  ],
  [
    'each worker compares a day for itself',
    /^asked of the processor: /m,
    saying('where r.finished_at is null and r.attempts <', 'where r.attempts <> -1 or r.attempts <'),
  ],
  [
    'what is done stays unsealed',
    /^not sealed: /m,
    saying('select seal_audit(', 'select 0 * length(pg_current_xact_id()::text) + 0 * ('),
  ],
]

describe('nine days with workers that are', () => {
  it('right: nothing is wrong', async () => {
    expect(await problemsWith()).toBe('')
  }, 120_000)

  it.each(BUGS)(
    'wrong: %s',
    async (_, noticed, rewrite) => {
      expect(await problemsWith(rewrite)).toMatch(noticed)
    },
    120_000,
  )
})
