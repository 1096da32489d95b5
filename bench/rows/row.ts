import type { Subject } from '../product/bursts.ts'
import type { RunningServer } from '../product/processes.ts'
import { requestJson } from '../product/requests.ts'
import type { Company, World } from '../product/world.ts'

/** One line of the table. A row with several figures has a line for each. */
export interface Finding {
  readonly what: string
  readonly at: string
  readonly figure: string
  readonly reference: string
  readonly ratio: string
  readonly target: string
  /** Null when there is no target, or the target applies to another size. */
  readonly met: boolean | null
}

export interface Row {
  readonly name: string
  run(world: World): Promise<Finding[]>
}

/** Requests to the product. CPU includes the server and PostgreSQL. */
export const productSubject = (
  world: World,
  product: RunningServer,
  requests: number,
  path: (n: number) => string,
  token: string,
  host?: string,
): Subject => ({
  name: 'product',
  requests,
  cpuS: () => product.cpuS() + world.databaseCpuS(),
  once: async (n) => {
    await requestJson({ port: product.port, path: path(n), token, ...(host !== undefined && { host }) })
  },
})

/** Requests to H. */
export const bareHttpSubject = (bare: RunningServer): Subject => ({
  name: 'H',
  requests: 6000,
  cpuS: () => bare.cpuS(),
  once: async () => {
    await requestJson({ port: bare.port, path: '/' })
  },
})

export const largest = (world: World): Company => world.companies.at(-1)!
export const smallest = (world: World): Company => world.companies[0]!

export const thousands = (count: number): string =>
  count >= 1_000_000 ? `${count / 1_000_000}M` : count >= 1000 ? `${count / 1000}k` : String(count)

export const times = (ratio: number): string => (ratio >= 10 ? ratio.toFixed(0) : ratio.toFixed(2))
export const ms = (value: number): string => `${value < 10 ? value.toFixed(2) : value.toFixed(1)} ms`
