import { compare, medianOf, type Subject } from '../product/bursts.ts'
import { type RunningServer, startServer } from '../product/processes.ts'
import type { Company, World } from '../product/world.ts'
import { bareHttpSubject, type Finding, ms, productSubject, smallest, thousands, times } from './row.ts'

export const AT_ONCE = 16

/** Starts the product and H, runs `work`, and stops both. */
async function withHttpReference<T>(
  world: World,
  work: (product: RunningServer, bare: RunningServer) => Promise<T>,
): Promise<T> {
  const product = await world.product()
  const bare = await startServer(['bench/references/bare-http.ts'], {}, '/')
  try {
    return await work(product, bare)
  } finally {
    await product.stop()
    await bare.stop()
  }
}

/** Measures CPU per request relative to H, and the ratio of p99 to p50. */
export async function compareWithHttp(
  world: World,
  what: string,
  mostH: number,
  subjectOf: (product: RunningServer) => Promise<Subject>,
): Promise<Finding[]> {
  return withHttpReference(world, async (product, bare) => {
    const rounds = await compare([bareHttpSubject(bare), await subjectOf(product)], AT_ONCE)
    const ratio = medianOf(rounds, ([h, p]) => p!.cpuMs / h!.cpuMs)
    const tail = medianOf(rounds, ([, p]) => p!.p99Ms / p!.p50Ms)
    const at = `${thousands(world.size)}, ${AT_ONCE} at once`
    return [
      {
        what: `${what}: CPU`,
        at,
        figure: ms(medianOf(rounds, ([, p]) => p!.cpuMs)),
        reference: `H ${ms(medianOf(rounds, ([h]) => h!.cpuMs))}`,
        ratio: `${times(ratio)} H`,
        target: `≤ ${mostH} H`,
        met: ratio <= mostH,
      },
      {
        what: `${what}: p99 / p50`,
        at,
        figure: ms(medianOf(rounds, ([, p]) => p!.p99Ms)),
        reference: `p50 ${ms(medianOf(rounds, ([, p]) => p!.p50Ms))}`,
        ratio: times(tail),
        target: '≤ 3',
        met: tail <= 3,
      },
    ]
  })
}

/** Measures the same request in companies of every size, without concurrency. */
export async function compareSizes(
  world: World,
  what: string,
  path: (company: Company) => string,
  most: readonly number[],
  requests = 120,
): Promise<Finding[]> {
  const product = await world.product()
  try {
    const subjects: Subject[] = []
    for (const company of world.companies)
      subjects.push(
        productSubject(world, product, requests, () => path(company), await world.staffToken(company)),
      )
    const rounds = await compare(subjects, 1)
    return world.companies.slice(1).map((company, at): Finding => {
      const ratio = medianOf(rounds, (round) => round[at + 1]!.cpuMs / round[0]!.cpuMs)
      const limit =
        most[Math.min(at + most.length - (world.companies.length - 1), most.length - 1)] ?? most.at(-1)!
      return {
        what,
        at: `${thousands(smallest(world).invoices)} → ${thousands(company.invoices)}, 1 at once`,
        figure: ms(medianOf(rounds, (round) => round[at + 1]!.cpuMs)),
        reference: ms(medianOf(rounds, (round) => round[0]!.cpuMs)),
        ratio: `${times(ratio)} ×`,
        target: `≤ ${limit} ×`,
        met: ratio <= limit,
      }
    })
  } finally {
    await product.stop()
  }
}
