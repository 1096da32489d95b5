import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { FAILPOINTS, type Failpoint } from '../../server/platform/failpoint.ts'
import { callUntilAnswered } from './caller.ts'
import { type Company, openCompany } from './company.ts'
import { brokenFacts, type Fact } from './facts.ts'
import { type Machine, startMachine } from './machine.ts'
import type { Story } from './staff.ts'
import { issueInvoice, STORIES } from './stories.ts'
import { moveClock, settleAndLook } from './torture.ts'

/*
 * At each failpoint the process ends once, in the middle of a story that leads there; the caller asks again, as callers
 * do. At the end everything that was acknowledged is true, and the books agree with the processor's.
 */

let machine: Machine
let company: Company
const facts: Fact[] = []

beforeAll(async () => {
  machine = await startMachine()
  company = await openCompany(machine.origin, 3)
}, 180_000)
afterAll(() => machine?.stop())

const {
  payByCard,
  payDeclined,
  payAndRefund,
  payLostAnswer,
  payChallenged,
  recordCheque,
  payByECheck,
  payByStoredMethod,
  payByOrder,
  useCredit,
  credit,
} = STORIES

/** The story, and then so much time that what falls due is worked off. */
const later =
  (story: Story, duration: string): Story =>
  async (turn, invoice) => {
    await story(turn, invoice)
    await moveClock(turn.origin, duration)
  }

const mailInvoice: Story = async (turn, invoice) => {
  const token = await company.token()
  const path = `/api/accounts/${company.accountId}/invoices/${invoice}/send/`
  const body = { request_id: `again-${invoice}` }
  await callUntilAnswered(turn.origin, { method: 'POST', path, body, token })
}

const refresh: Story = async (turn) => {
  const token = await company.token()
  const call = { method: 'POST', path: '/api/profile/token-refresh/', body: { token } } as const
  expect((await callUntilAnswered(turn.origin, call)).status).toBe(200)
}

/** The process in which a failpoint is met, the story that leads there, and which time it gets there. */
type Way = readonly ['server' | 'worker' | 'either', Story, at?: number]
const byCard: Way = ['server', payByCard]
/** The first payment of that story keeps the card. */
const byStoredMethod: Way = ['server', payByStoredMethod, 2]
const byECheck: Way = ['server', payByECheck]
const byOrder: Way = ['server', payByOrder]
const clearing: readonly Way[] = [['server', later(payByECheck, 'P4D')]]
const clearingAnywhere: readonly Way[] = [['either', later(payByECheck, 'P4D')]]
const refund: readonly Way[] = [['server', payAndRefund]]
const mail: readonly Way[] = [['worker', mailInvoice]]

/** The ways to each failpoint; what the automatic payments' tests prove by processes of their own isn't here. */
const WAYS: Readonly<Record<Exclude<Failpoint, 'migration.step' | 'autopay.claimed'>, readonly Way[]>> = {
  'pay.start': [byCard, byStoredMethod, byECheck, byOrder],
  'attempt.inserted': [byStoredMethod, byECheck, byOrder, byCard],
  'reserve.committed': [byOrder, byCard, byStoredMethod, byECheck],
  'provider.before': [byECheck, byCard, byStoredMethod, byOrder],
  'provider.after': [byCard, byStoredMethod, byECheck, byOrder],
  'settle.locked': [byStoredMethod, byCard],
  'settle.ledger': [byCard, byStoredMethod, byOrder],
  'settle.before_commit': [byOrder, byCard, byStoredMethod, byECheck],
  'settle.after_commit': [byStoredMethod, byCard, byECheck, byOrder],
  'reply.before': [byCard],
  'capture.intended': [byOrder],
  'capture.provider_after': [byOrder],
  'webhook.verified': clearing,
  'webhook.stored': clearing,
  'webhook.settled': clearingAnywhere,
  'webhook.done': clearingAnywhere,
  'check.fetched': [['server', later(payLostAnswer, 'PT3M')]],
  'cancel.sent': [['server', later(payChallenged, 'PT2H')]],
  'reservation.released': [['server', payDeclined]],
  'refund.reserved': refund,
  'refund.provider_after': refund,
  'refund.committed': refund,
  'record.booked': [['server', recordCheque]],
  'credit.applied': [['server', credit]],
  'credit.used': [['server', useCredit]],
  'mail.claimed': mail,
  'mail.accepted': mail,
  'mail.committed': mail,
  'refresh.rotated': [['server', refresh]],
}

/** Each failpoint once, by its first way; CRASH_TIMES=5 goes every way to each of them five times. */
const TIMES = Number(process.env.CRASH_TIMES ?? 0)
const ends = Object.entries(WAYS).flatMap(([name, ways]) =>
  TIMES === 0 ? [[name, ways[0]!] as const] : ways.flatMap((way) => Array(TIMES).fill([name, way] as const)),
) as (readonly [string, Way])[]

/** Both, where either may be the first to get there. */
const partsOf = (part: Way[0]) => (part === 'either' ? (['server', 'worker'] as const) : ([part] as const))

const ended = (part: Way[0]): Promise<NodeJS.Signals | null> =>
  part === 'either' ? Promise.race([machine.ended('server'), machine.ended('worker')]) : machine.ended(part)

it.each(ends)('5.B the process ends at %s, and nothing is lost or done twice', async (name, way) => {
  const [part, story, hit = 1] = way
  const turn = { origin: machine.origin, company, facts, number: FAILPOINTS.indexOf(name as Failpoint) }
  await company.token()
  const invoice = (await issueInvoice(turn))!
  for (const one of partsOf(part)) await machine.arm(one, `${name}@${hit}`)
  const told = story(turn, invoice)
  expect(await ended(part), 'the failpoint was met').toBe('SIGKILL')
  for (const one of partsOf(part)) await machine.restart(one)
  await told
})

it('I1 I14 R-53 R-55 R-59 R-72 afterwards all that was acknowledged is true, and nothing stays stuck', async () => {
  expect(facts.length).toBeGreaterThan(20)
  expect(await settleAndLook(machine)).toEqual([])
  expect(await brokenFacts(machine, facts)).toEqual([])
}, 180_000)

it('R-103 a migration that was cut off is made whole by the next start', async () => {
  const database = 'cut_off'
  await machine.query(`create database ${database}`)
  const migrate = async (failpoint: string) => {
    const child = spawn(process.execPath, ['server/main/migrate.ts'], {
      env: { ...machine.environmentOf(database), FAILPOINTS: failpoint },
      stdio: 'ignore',
    })
    const [code, signal] = await once(child, 'exit')
    return signal ?? code
  }
  expect(await migrate('migration.step@4')).toBe('SIGKILL')
  expect(await migrate('')).toBe(0)
}, 120_000)
