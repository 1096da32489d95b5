import type { Subject } from '../product/bursts.ts'
import type { Serving } from '../product/processes.ts'
import { reply } from '../product/requests.ts'
import type { Company, World } from '../product/world.ts'

/** One line of the table. Where several figures belong together, there is a line for each. */
export interface Finding {
  readonly what: string
  readonly at: string
  readonly figure: string
  readonly reference: string
  readonly ratio: string
  readonly target: string
  /** Null where the size is not the target's own, or where nothing is asked for. */
  readonly kept: boolean | null
}

export interface Row {
  readonly name: string
  run(world: World): Promise<Finding[]>
}

/** Requests of the product as something to be measured: CPU of its server and of PostgreSQL. */
export const ofProduct = (
  world: World,
  product: Serving,
  requests: number,
  path: (n: number) => string,
  token: string,
  host?: string,
): Subject => ({
  name: 'product',
  requests,
  cpuS: () => product.cpuS() + world.databaseCpuS(),
  once: async (n) => {
    await reply({ port: product.port, path: path(n), token, ...(host !== undefined && { host }) })
  },
})

/** H, as something to be measured. */
export const ofBareHttp = (bare: Serving): Subject => ({
  name: 'H',
  requests: 6000,
  cpuS: () => bare.cpuS(),
  once: async () => {
    await reply({ port: bare.port, path: '/' })
  },
})

export const largest = (world: World): Company => world.companies.at(-1)!
export const smallest = (world: World): Company => world.companies[0]!

export const thousands = (count: number): string =>
  count >= 1_000_000 ? `${count / 1_000_000}M` : count >= 1000 ? `${count / 1000}k` : String(count)

export const times = (ratio: number): string => (ratio >= 10 ? ratio.toFixed(0) : ratio.toFixed(2))
export const ms = (value: number): string => `${value < 10 ? value.toFixed(2) : value.toFixed(1)} ms`
