import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Memory of this process after a garbage collection. */
export interface Memory {
  readonly residentBytes: number
  readonly heapBytes: number
}

let collect: (() => void) | undefined

export function measureMemory(): Memory {
  if (!collect) {
    setFlagsFromString('--expose-gc')
    collect = runInNewContext('gc') as () => void
  }
  collect()
  const { rss, heapUsed } = process.memoryUsage()
  return { residentBytes: rss, heapBytes: heapUsed }
}

export interface Growth {
  readonly fromBytes: number
  readonly toBytes: number
  /** Relative growth: 0.05 is five percent. */
  readonly share: number
}

/** Compares the medians of the second quarter, after warm-up, and of the last eighth. Single samples are noise. */
export function growthOf(samples: readonly number[]): Growth {
  const at = (share: number) => Math.floor(samples.length * share)
  const fromBytes = medianOf(samples.slice(at(0.25), at(0.5)))
  const toBytes = medianOf(samples.slice(at(0.875)))
  return { fromBytes, toBytes, share: toBytes / fromBytes - 1 }
}

const medianOf = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)]!

const inMb = (bytes: number): string => `${Math.round(bytes / 2 ** 20)} MB`

export const describeGrowth = (what: string, { fromBytes, toBytes, share }: Growth): string =>
  `${what} ${inMb(fromBytes)} in the second quarter, ${inMb(toBytes)} at the end (${(share * 100).toFixed(1)} %)`
