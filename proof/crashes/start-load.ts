import type { Fact } from './facts.ts'
import { issueInvoice } from './issue-invoice.ts'
import type { Company } from './open-company.ts'
import { SCENARIOS } from './scenarios.ts'

export interface Load {
  /** Results that were acknowledged so far. */
  readonly facts: readonly Fact[]
  /** Throws the error of a loop that failed. */
  throwFailure(): void
  /** Ends every loop after its current scenario. Throws the error of a loop that failed. */
  stop(): Promise<void>
}

/** Runs the scenarios in turn, in `people` concurrent loops, until it is stopped. */
export function startLoad(origin: string, company: Company, people: number): Load {
  const facts: Fact[] = []
  const scenarios = Object.values(SCENARIOS)
  let running = true
  const loops = Array.from({ length: people }, async (_, person) => {
    for (let number = person; running; number++) {
      const context = { origin, company, facts, number, clockAdvances: true } as const
      const invoice = await issueInvoice(context)
      if (invoice !== null) await scenarios[number % scenarios.length]!(context, invoice)
    }
  })
  const failures: unknown[] = []
  // The loops are awaited only by stop().
  for (const loop of loops) loop.catch((error) => void failures.push(error))
  return {
    facts,
    throwFailure() {
      if (failures.length > 0) throw failures[0]
    },
    async stop() {
      running = false
      await Promise.all(loops)
    },
  }
}
