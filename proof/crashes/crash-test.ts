import { setTimeout as sleep } from 'node:timers/promises'
import { setUp } from '../../testing/set-up.ts'
import { type Fact, findBrokenFacts } from './facts.ts'
import { type Machine, startMachine } from './machine.ts'
import { type Company, openCompany } from './open-company.ts'
import { settleAndCheck } from './random-kills.ts'
import type { ScenarioContext } from './staff-calls.ts'

/** A started product with one company, for the tests of one file. */
export interface CrashTest {
  readonly machine: Machine
  readonly company: Company
  /** Results that the product acknowledged. */
  readonly facts: Fact[]
  /** Waits only briefly for payments in progress, because the clock stands still and nothing completes them. */
  contextOf(number: number): ScenarioContext
  /** Returns what is stuck after the clock has gone through the steps, and the acknowledged results that are no longer true. */
  checkAll(acknowledged: readonly Fact[], steps?: readonly string[]): Promise<string[]>
}

/** Starts the product before the tests of the calling file and stops it after them. The result can be read once they run. */
export function startCrashTest(): CrashTest {
  return setUp(openCrashTest, ({ machine }) => machine.stop())
}

async function openCrashTest(): Promise<CrashTest> {
  const machine = await startMachine()
  const company = await openCompany(machine.origin, 3).catch(async (error: unknown) => {
    await machine.stop()
    throw error
  })
  const facts: Fact[] = []
  return {
    machine,
    company,
    facts,
    contextOf: (number) => ({
      origin: machine.origin,
      company,
      facts,
      number,
      inProgressMs: 300,
      queryProcessor: machine.query,
    }),
    checkAll: async (acknowledged, steps) => [
      ...(await settleAndCheck(machine, steps)),
      ...(await findBrokenFacts(machine, acknowledged)),
    ],
  }
}

/**
 * Times out 30 s after the scenario, since the worker starts its jobs within a second. Rejects when the
 * scenario throws.
 */
export const timeOutAfter = (running: Promise<unknown>): Promise<null> =>
  running.then(() => sleep(30_000, null))
