import type { Subject } from './bursts.ts'
import { type RunningServer, startServer } from './processes.ts'
import { requestJson } from './requests.ts'
import type { Company, World } from './world.ts'

/** Starts F. `subject` requests its list of invoices. */
export async function startListReference(
  world: World,
  company: Company,
): Promise<{ serving: RunningServer; subject(requests: number): Subject }> {
  const serving = await startServer(
    ['bench/references/fastify-list.ts'],
    { BENCH_DATABASE: JSON.stringify(world.owner) },
    '/ready/',
  )
  const subject = (requests: number): Subject => ({
    name: 'F',
    requests,
    cpuS: () => serving.cpuS() + world.databaseCpuS(),
    once: async () => {
      await requestJson({ port: serving.port, path: `/invoices/?account=${company.accountId}` })
    },
  })
  return { serving, subject }
}
