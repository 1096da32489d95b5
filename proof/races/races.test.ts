import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { failureOf } from '../failure-of.ts'
import { sizeOf, triesMistakes } from '../ring.ts'
import { RACES } from './races.ts'
import { openServers, type Servers } from './servers.ts'

/*
 * What many do at the same moment on two servers over one database. However they fall, the books are right, nobody
 * gets more than there is, and nobody is told of a deadlock. RACE_ROUNDS sets how often each is run.
 */

const ROUNDS = sizeOf('RACE_ROUNDS', { gate: 2, full: 20 })
/** A mistake need not show in each round. */
const ROUNDS_WITH_A_MISTAKE = Math.max(ROUNDS, 20)
const ROUND_MS = 20_000

describe('at the same moment', () => {
  let servers: Servers
  beforeAll(async () => {
    servers = await openServers()
  })
  afterAll(async () => {
    console.log(`deadlocks that were tried again: ${await servers.deadlocks()}`)
    await servers.close()
  })

  it.each(RACES)(
    '$name',
    async ({ run }) => {
      for (let round = 0; round < ROUNDS; round++) await run(servers)
      expect(await servers.breaches()).toEqual([])
    },
    ROUNDS * ROUND_MS,
  )
})

/** A statement of the product, changed where it says this; otherwise as it is. */
const saying = (words: string, instead: string) => (statement: string) => statement.replaceAll(words, instead)

/** Each with a race that shows it, and what is said of it. */
const BUGS: readonly (readonly [string, (statement: string) => string, string, RegExp])[] = [
  [
    'no lock',
    (statement) => statement.replace(/ for update(?! skip)/g, ''),
    'pay, refund, void, edit',
    /violates (check constraint "receivables_|unique constraint "ledger_entries_)|given back|changed once/,
  ],
  [
    'a request is not known again',
    saying(
      'from "payments" where "account_id" = $1 and "request_id" = $2',
      'from "payments" where "account_id" = $1 and "request_id" = $2 and false',
    ),
    'fifty of one request',
    /greater than the balance of 40\.00|one request is one payment|charged once/,
  ],
  [
    'what is reserved is not counted',
    saying('set "reserved_minor" = "reserved_minor" +', 'set "reserved_minor" = "reserved_minor" + 0 *'),
    'fifty payments of one invoice',
    /violates check constraint "receivables_check1"|as many payments as there is to be paid|than is owed/,
  ],
  [
    'a code of the app can be used again',
    saying('coalesce(second_factor_last_step, -1) <', '-1 <'),
    'fifty who show one code',
    /one code lets one in: .* but got 50/,
  ],
  [
    'a link can be used again',
    saying('and "used_at" is null', ''),
    'fifty confirmations',
    /one link is used once: .* but got 50/,
  ],
  [
    'a team is counted by nobody else',
    saying(' for no key update', ''),
    'fifty invitations',
    /as many invitations as there is room for: /,
  ],
  [
    'a plan’s cap is read and not held',
    saying('and "codename" = $2 for update', 'and "codename" = $2'),
    'fifty invoices',
    /no more than the plan takes: /,
  ],
  [
    'room is not kept for one',
    saying('pg_advisory_xact_lock', 'hashint8'),
    'fifty files',
    /as many files as there is room for: /,
  ],
]

const mistakes = triesMistakes('proof/races/') ? BUGS : []

describe.runIf(mistakes.length > 0)('notices what is made wrong on purpose', () => {
  it.each(mistakes)('%s', async (_, rewrite, name, notices) => {
    const servers = await openServers(rewrite)
    const race = RACES.find((one) => one.name.startsWith(name))!
    const rounds = async () => {
      for (let round = 0; round < ROUNDS_WITH_A_MISTAKE; round++) await race.run(servers)
      expect(await servers.breaches()).toEqual([])
    }
    try {
      const said = await failureOf(rounds)
      expect(said).not.toBe(null)
      // Of a fault of ours its caller is told nothing: the log says what the database refused.
      expect([said, ...servers.faults()].join('\n')).toMatch(notices)
    } finally {
      await servers.close()
    }
  })
})
