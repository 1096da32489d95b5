import type { Company } from './company.ts'
import type { Fact } from './facts.ts'
import { issueInvoice } from './issuing.ts'
import { STORIES } from './stories.ts'

export interface Load {
  /** What was acknowledged so far. */
  readonly facts: readonly Fact[]
  /** Throws what went wrong in a loop that has ended by it: from then on there is less of a load. */
  expectAll(): void
  /** Ends every loop after the story that it is in. Throws what went wrong in one. */
  stop(): Promise<void>
}

/** Several people at once invoice, pay, refund, record and credit until they are stopped, each turn another story. */
export function startLoad(origin: string, company: Company, people: number): Load {
  const facts: Fact[] = []
  const stories = Object.values(STORIES)
  let going = true
  const loops = Array.from({ length: people }, async (_, person) => {
    for (let number = person; going; number++) {
      const turn = { origin, company, facts, number, daysGoBy: true } as const
      const invoice = await issueInvoice(turn)
      if (invoice !== null) await stories[number % stories.length]!(turn, invoice)
    }
  })
  const failures: unknown[] = []
  // Nobody waits for the loops before the end.
  for (const loop of loops) loop.catch((error) => void failures.push(error))
  return {
    facts,
    expectAll() {
      if (failures.length > 0) throw failures[0]
    },
    async stop() {
      going = false
      await Promise.all(loops)
    },
  }
}
