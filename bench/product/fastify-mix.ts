import { DEMO_PASSWORD } from '../../seed/demo/demo-company.ts'
import { type Kinds, roundRobin, type Tenant } from './mix.ts'
import type { Kind } from './open-model.ts'
import { type RunningServer, startServer } from './processes.ts'
import { type RequestOptions, sendRequest } from './requests.ts'
import type { World } from './world.ts'

/** Starts F for the mixed load. Stopping it removes what it wrote. */
export async function startMixReference(world: World, processorMs: number): Promise<RunningServer> {
  const serving = await startServer(
    ['bench/references/fastify-mix.ts'],
    { BENCH_DATABASE: JSON.stringify(world.owner), PROCESSOR_MS: String(processorMs) },
    '/ready/',
  )
  return {
    ...serving,
    async stop() {
      await serving.stop()
      await world.client.query('drop schema if exists bare cascade')
    },
  }
}

/** The requests of the mixed load to F, in the same order of companies. */
export function referenceRequests({ port }: RunningServer, tenants: readonly Tenant[]): Kinds {
  const kind = (
    name: string,
    asked: (tenant: Tenant, turn: number) => Omit<RequestOptions, 'port'>,
  ): Kind => {
    const next = roundRobin(tenants)
    return {
      name,
      async ask() {
        const { tenant, turn } = next()
        const { status } = await sendRequest({ port, ...asked(tenant, turn) })
        return status === 200 ? null : String(status)
      },
    }
  }
  const invoiceOf = ({ invoices }: Tenant, turn: number) => invoices[turn % invoices.length]!
  return {
    read: kind('read', (tenant, turn) => ({
      path:
        turn % 2 === 0
          ? `/invoices/?account=${tenant.accountId}`
          : `/invoice/?account=${tenant.accountId}&invoice=${invoiceOf(tenant, turn).id}`,
    })),
    search: kind('search', (tenant, turn) => ({
      path: `/search/?account=${tenant.accountId}&text=${invoiceOf(tenant, turn).number}`,
    })),
    pay: kind('pay', (tenant, turn) => ({
      path: '/pay/',
      method: 'POST',
      body: { account: tenant.accountId, invoice: invoiceOf(tenant, turn).id, amount: 100 },
    })),
    login: kind('login', ({ email }) => ({
      path: '/login/',
      method: 'POST',
      body: { email, password: DEMO_PASSWORD },
    })),
  }
}
