import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { MINUTE_MS } from '../../domain/dates/durations.ts'
import type { Failpoint } from '../../server/platform/registered-names.ts'
import { autoPaymentsFixture, autoPaymentsOf, runDue } from '../../server/rooms/auto-payments/testing.ts'
import { balancesOf, sandboxCounts } from '../../server/rooms/payments/testing.ts'
import { sampleOf } from '../ring.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Worker in its own process on the same database that charges due invoices. */
const WORKER = `
import { createApp } from './server/platform/create-app.ts'
import { readConfig } from './server/platform/config.ts'
import { unitOfWork } from './server/platform/context.ts'
import { createLog } from './server/platform/log.ts'
import { createSandbox } from './server/gateways/payments/sandbox/index.ts'
import { autoPaymentsSchedules } from './server/rooms/auto-payments/index.ts'
const { connection, secret, now, accountId } = JSON.parse(process.env.WORK)
const opened = await createApp({
  config: { ...readConfig({ NODE_ENV: 'test', SECRET: secret, DATABASE_WAIT_MS: '60000', DATABASE_STATEMENT_MS: '60000' }), databasePool: 4 },
  connection,
  clock: { wallNow: () => now },
  maintain: false,
  log: createLog('silent'),
  mail: () => ({ deliver: async () => ({ ok: true }), close: async () => {} }),
  processors: (app) => [createSandbox(app)],
})
const uow = unitOfWork(opened.app, { requestId: 'test', ip: null }, { kind: 'system', job: 'test' }, accountId)
for (const one of autoPaymentsSchedules) await one.run(uow)
await opened.close()
`

const auto = autoPaymentsFixture()

/** Runs the worker until it kills itself at a failpoint; resolves with the signal that ended it. */
async function workUntil(failpoint: Failpoint): Promise<NodeJS.Signals | null> {
  const work = {
    connection: { ...auto.test.ownerConfig, options: '-c role=quittance_app' },
    secret: auto.test.app.config.secret,
    now: auto.clock.wallNow(),
    accountId: auto.tenant.accountId,
  }
  const child = spawn(process.execPath, ['--input-type=module', '--eval', WORKER], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, FAILPOINTS: failpoint, WORK: JSON.stringify(work) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [, signal] = await once(child, 'exit')
  return signal
}

describe('a worker that is killed', () => {
  it.each(
    sampleOf(
      [
        'autopay.claimed',
        'pay.start',
        'attempt.inserted',
        'reserve.committed',
        'provider.before',
        'provider.after',
        'settle.before_commit',
        'settle.after_commit',
      ] as const,
      1,
    ),
  )('charges the invoice once when killed at %s', async (failpoint) => {
    const { customer } = await auto.enroll()
    const invoice = await auto.invoice(customer, '80.00', '2026-12-02')
    auto.clock.set('2026-11-29T06:00:00Z')
    await runDue(auto.tenant)
    auto.clock.set('2026-12-02T06:00:00Z')
    expect(await workUntil(failpoint), 'the failpoint was met').toBe('SIGKILL')
    // A request to the Sandbox may still arrive for a while; until then it does not count as lost.
    for (const minutes of [0, 1, 10, 60, 24 * 60, 24 * 60]) {
      auto.clock.advance(minutes * MINUTE_MS)
      await Promise.all([runDue(auto.tenant), runDue(auto.tenant)])
    }
    const made = await autoPaymentsOf(auto.tenant)
    expect(made.filter(({ status }) => status === 'confirmed')).toEqual([
      { status: 'confirmed', amount: '8000' },
    ])
    expect(await sandboxCounts(auto.tenant)).toMatchObject({ charges: 2, taken: '9000' })
    expect(await balancesOf(auto.tenant, invoice)).toEqual({ remaining: '0.00', reserved: '0.00' })
  })
})
