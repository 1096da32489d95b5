import { expect, it } from 'vitest'
import { failureOf } from '../failure-of.ts'
import { RACES } from './races.ts'
import { ROUNDS } from './run-races.ts'
import { openServers } from './servers.ts'

/** More rounds, because a bug doesn't show in each of them. */
const ROUNDS_WITH_BUG = Math.max(ROUNDS, 20)

/** Replaces a part of the product's SQL statements. */
const replaceSql = (part: string, replacement: string) => (statement: string) =>
  statement.replaceAll(part, replacement)

/** Each bug with the start of the name of the race that shows it, and the expected failure. */
const BUGS: readonly (readonly [string, (statement: string) => string, string, RegExp])[] = [
  [
    'no lock',
    (statement) => statement.replace(/ for update(?! skip)/g, ''),
    'pay, refund, void, edit',
    /violates (check constraint "receivables_|unique constraint "ledger_entries_)|refunded|changed once/,
  ],
  [
    'a repeated request is not recognized',
    replaceSql(
      'from "payments" where "account_id" = $1 and "request_id" = $2',
      'from "payments" where "account_id" = $1 and "request_id" = $2 and false',
    ),
    'fifty calls with one request id',
    /greater than the balance of 40\.00|one request is one payment|charged once/,
  ],
  [
    'reservations are not counted',
    replaceSql('set "reserved_minor" = "reserved_minor" +', 'set "reserved_minor" = "reserved_minor" + 0 *'),
    'fifty payments of one invoice',
    /violates check constraint "receivables_check1"|as many payments as the invoice allows|than is owed/,
  ],
  [
    'an authenticator code can be reused',
    replaceSql('coalesce(second_factor_last_step, -1) <', '-1 <'),
    'fifty uses of one code',
    /one code is accepted once: .* but got 50/,
  ],
  [
    'a link can be reused',
    replaceSql('and "used_at" is null', ''),
    'fifty confirmations of an address',
    /one link is used once: .* but got 50/,
  ],
  [
    'the team is counted without a lock',
    replaceSql(' for no key update', ''),
    'fifty invitations',
    /as many invitations as there are places: /,
  ],
  [
    'a plan quota is read without a lock',
    (statement) => statement.replace(/( from "plan_quotas" .*) for update$/s, '$1'),
    'fifty invoices',
    /no more than the plan allows: /,
  ],
  [
    'a payment plan is confirmed without a lock',
    // Its own lock or those of its invoices suffice.
    (statement) => statement.replace(/ for (no key )?update(?! skip)/g, ''),
    'fifty confirmations of a payment plan',
    /one person confirmed it: |to deeply equal \{ state: 'confirmed'/,
  ],
  [
    'a payment plan is withdrawn without a lock',
    (statement) => statement.replace(/(from "payment_plans" where .*) for update$/, '$1'),
    'confirm, change and withdraw a payment plan',
    /violates check constraint "payment_plans_check"|expected 'confirmed' to be 'canceled'|a plan is canceled once: /,
  ],
  [
    'reservations of several invoices are not counted',
    replaceSql('reserved_minor = r.reserved_minor + d.amount', 'reserved_minor = r.reserved_minor'),
    'all invoices paid at once',
    /violates check constraint "receivables_|everything is paid once|charged once/,
  ],
  [
    'the people of a customer are counted without a lock',
    replaceSql(' for no key update', ''),
    'twelve invitations',
    /as many people as there are places: /,
  ],
  [
    'credit memos are not locked',
    replaceSql(' for no key update of m', ''),
    'credit first for either',
    /violates check constraint "credit_balances_|one payment has the credit/,
  ],
  [
    'planned credit is not counted',
    replaceSql('coalesce(sum(u.planned_minor), 0)', '0 * coalesce(sum(u.planned_minor), 0)'),
    'credit first for either',
    /one payment has the credit/,
  ],
  [
    'a removal does not wait for charges',
    // A charge takes longer to begin, so that a removal overtakes it.
    (statement) =>
      statement
        .replace(' for no key update', '')
        .replace(/^insert into "payments" .* returning \*$/s, '$&, pg_sleep(0.5)'),
    'a stored method is removed',
    /no charge begins after the removal/,
  ],
  [
    'import space is not locked',
    replaceSql('pg_advisory_xact_lock', 'hashint8'),
    'fifty files',
    /as many files as there is space for: /,
  ],
]

it.each(BUGS)('detects a deliberate bug: %s', async (_, rewrite, name, detectedAs) => {
  const servers = await openServers(rewrite)
  const race = RACES.find((one) => one.name.startsWith(name))!
  const rounds = async () => {
    for (let round = 0; round < ROUNDS_WITH_BUG; round++) await race.run(servers)
    expect(await servers.breaches()).toEqual([])
  }
  try {
    const failure = await failureOf(rounds)
    expect(failure).not.toBe(null)
    // A 500 has no details, so the error of the database is read from the log.
    expect([failure, ...servers.faults()].join('\n')).toMatch(detectedAs)
  } finally {
    await servers.close()
  }
})
