import { compare, middle, type Subject } from '../product/bursts.ts'
import { type Serving, serve } from '../product/processes.ts'
import type { Company, World } from '../product/world.ts'
import { type Finding, ms, ofBareHttp, ofProduct, smallest, thousands, times } from './row.ts'

export const AT_ONCE = 16

/** Runs with the product and H beside it, and stops both. */
async function beside<T>(world: World, work: (product: Serving, bare: Serving) => Promise<T>): Promise<T> {
  const product = await world.product()
  const bare = await serve(['bench/references/bare-http.ts'], {}, '/')
  try {
    return await work(product, bare)
  } finally {
    await product.stop()
    await bare.stop()
  }
}

/** CPU a request in H, and how far the slow ones lie from the middle. */
export async function inH(
  world: World,
  what: string,
  mostH: number,
  subjectOf: (product: Serving) => Promise<Subject>,
): Promise<Finding[]> {
  return beside(world, async (product, bare) => {
    const rounds = await compare([ofBareHttp(bare), await subjectOf(product)], AT_ONCE)
    const ratio = middle(rounds, ([h, p]) => p!.cpuMs / h!.cpuMs)
    const tail = middle(rounds, ([, p]) => p!.p99Ms / p!.p50Ms)
    const at = `${thousands(world.size)}, ${AT_ONCE} at once`
    return [
      {
        what: `${what}: CPU`,
        at,
        figure: ms(middle(rounds, ([, p]) => p!.cpuMs)),
        reference: `H ${ms(middle(rounds, ([h]) => h!.cpuMs))}`,
        ratio: `${times(ratio)} H`,
        target: `≤ ${mostH} H`,
        kept: ratio <= mostH,
      },
      {
        what: `${what}: p99 / p50`,
        at,
        figure: ms(middle(rounds, ([, p]) => p!.p99Ms)),
        reference: `p50 ${ms(middle(rounds, ([, p]) => p!.p50Ms))}`,
        ratio: times(tail),
        target: '≤ 3',
        kept: tail <= 3,
      },
    ]
  })
}

/** The same request in companies of every size, one at a time. */
export async function grown(
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
      subjects.push(ofProduct(world, product, requests, () => path(company), await world.staffToken(company)))
    const rounds = await compare(subjects, 1)
    return world.companies.slice(1).map((company, at): Finding => {
      const ratio = middle(rounds, (round) => round[at + 1]!.cpuMs / round[0]!.cpuMs)
      const limit =
        most[Math.min(at + most.length - (world.companies.length - 1), most.length - 1)] ?? most.at(-1)!
      return {
        what,
        at: `${thousands(smallest(world).invoices)} → ${thousands(company.invoices)}, 1 at once`,
        figure: ms(middle(rounds, (round) => round[at + 1]!.cpuMs)),
        reference: ms(middle(rounds, (round) => round[0]!.cpuMs)),
        ratio: `${times(ratio)} ×`,
        target: `≤ ${limit} ×`,
        kept: ratio <= limit,
      }
    })
  } finally {
    await product.stop()
  }
}
