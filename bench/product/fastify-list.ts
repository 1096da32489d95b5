import type { Subject } from './bursts.ts'
import { type Serving, serve } from './processes.ts'
import { reply } from './requests.ts'
import type { Company, World } from './world.ts'

/** F, and its list of invoices as something to be measured. */
export async function serveF(
  world: World,
  company: Company,
): Promise<{ serving: Serving; subject(requests: number): Subject }> {
  const serving = await serve(
    ['bench/references/fastify-list.ts'],
    { BENCH_DATABASE: JSON.stringify(world.owner) },
    '/ready/',
  )
  const subject = (requests: number): Subject => ({
    name: 'F',
    requests,
    cpuS: () => serving.cpuS() + world.databaseCpuS(),
    once: async () => {
      await reply({ port: serving.port, path: `/invoices/?account=${company.accountId}` })
    },
  })
  return { serving, subject }
}
