import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildWeb } from '../../scripts/build.ts'
import { FAILPOINTS, type Failpoint } from '../../server/platform/failpoint.ts'
import { callUntilAnswered } from './caller.ts'
import { type Company, openCompany } from './company.ts'
import { brokenFacts, type Fact } from './facts.ts'
import { type Machine, startMachine } from './machine.ts'
import { issueInvoice, STORIES, type Story } from './stories.ts'
import { moveClock, settleAndLook } from './torture.ts'

/*
 * At each failpoint the process ends once, in the middle of a story that leads there; the caller asks again, as callers
 * do. At the end everything that was acknowledged is true, and the books agree with the processor's.
 */

let machine: Machine
let company: Company
const facts: Fact[] = []

beforeAll(async () => {
  await buildWeb(() => {})
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

type Way = readonly ['server' | 'worker' | 'either', Story]
const cardWay: Way = ['server', payByCard]
const refundWay: Way = ['server', payAndRefund]
const mailWay: Way = ['worker', mailInvoice]

/** In which process a failpoint is met, and in which story. */
const WAYS: Readonly<Record<Exclude<Failpoint, 'migration.step'>, Way>> = {
  'pay.start': cardWay,
  'attempt.inserted': cardWay,
  'reserve.committed': cardWay,
  'provider.before': cardWay,
  'provider.after': cardWay,
  'settle.locked': cardWay,
  'settle.ledger': cardWay,
  'settle.before_commit': cardWay,
  'settle.after_commit': cardWay,
  'reply.before': cardWay,
  'webhook.verified': ['server', later(payByECheck, 'P4D')],
  'webhook.stored': ['server', later(payByECheck, 'P4D')],
  'webhook.settled': ['either', later(payByECheck, 'P4D')],
  'webhook.done': ['either', later(payByECheck, 'P4D')],
  'check.fetched': ['server', later(payLostAnswer, 'PT3M')],
  'cancel.sent': ['server', later(payChallenged, 'PT2H')],
  'reservation.released': ['server', payDeclined],
  'refund.reserved': refundWay,
  'refund.provider_after': refundWay,
  'refund.committed': refundWay,
  'record.booked': ['server', recordCheque],
  'credit.applied': ['server', credit],
  'mail.claimed': mailWay,
  'mail.accepted': mailWay,
  'mail.committed': mailWay,
  'refresh.rotated': ['server', refresh],
}

/** Starts the process anew, or both where either may be the first to get there. */
async function restart(part: Way[0], failpoint?: string): Promise<void> {
  if (part !== 'worker') await machine.restartServer(failpoint)
  if (part !== 'server') await machine.restartWorker(failpoint)
}

const ended = (part: Way[0]): Promise<NodeJS.Signals | null> =>
  part === 'either' ? Promise.race([machine.ended('server'), machine.ended('worker')]) : machine.ended(part)

it.each(Object.entries(WAYS))(
  '5.B the process ends at %s, and nothing is lost or done twice',
  async (name, way) => {
    const [part, story] = way
    const turn = { origin: machine.origin, company, facts, number: FAILPOINTS.indexOf(name as Failpoint) }
    await company.token()
    const invoice = (await issueInvoice(turn))!
    await restart(part, name)
    const told = story(turn, invoice)
    expect(await ended(part), 'the failpoint was met').toBe('SIGKILL')
    await restart(part)
    await told
  },
)

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
