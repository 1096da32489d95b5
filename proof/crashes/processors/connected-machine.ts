import type { FaultControl } from '../../processors/fault-control.ts'
import type { ConnectedProcessor, ProcessorRow } from '../../processors/processor-row.ts'
import { callOnce } from '../call-api.ts'
import { type Machine, startMachine } from '../machine.ts'
import { openCompany } from '../open-company.ts'
import { accountPath, type ScenarioContext, unexpectedReply } from '../staff-calls.ts'

/** A product in processes of its own, beside a processor in this one. */
export interface ConnectedMachine {
  readonly machine: Machine
  readonly context: ScenarioContext
  readonly provider: string
  readonly faults: FaultControl
  /** Connects the company. Throws when the server doesn't answer. */
  connect(): Promise<void>
  processor(): ConnectedProcessor
  violations(): readonly string[]
  stop(): Promise<void>
}

export async function startConnected(row: ProcessorRow): Promise<ConnectedMachine> {
  const started = await row.start(Date.now)
  const machine = await startMachine({ environment: started.env })
  const company = await openCompany(machine.origin, 1)
  const context: ScenarioContext = {
    origin: machine.origin,
    company,
    facts: [],
    number: 0,
    inProgressMs: 300,
  }
  let processor: ConnectedProcessor | undefined
  return {
    machine,
    context,
    provider: started.id,
    faults: started.faults,
    violations: started.violations,
    processor: () => processor!,
    async connect() {
      processor = await started.connect({
        async ask(step, body = {}) {
          const reply = await callOnce<Record<string, unknown>>(machine.origin, {
            method: 'POST',
            path: accountPath(context, `payment-connections/${started.id}/${step}/`),
            token: await company.token(),
            body,
          })
          if (reply.status !== 200) throw unexpectedReply(step, reply)
          return reply.body
        },
        async remoteId() {
          const [found] = await machine.query<{ id: string }>(
            'select remote_id as id from payment_connections where account_id = $1 and provider = $2 and ended_at is null',
            [company.accountId, started.id],
          )
          return found!.id
        },
      })
    },
    async stop() {
      await machine.stop()
      await started.close()
    },
  }
}
