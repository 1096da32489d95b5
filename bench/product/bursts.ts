import { median } from '../measuring.ts'

/** A repeatable request to be measured. */
export interface Subject {
  readonly name: string
  /** Sends the `n`th request of the burst. */
  once(n: number): Promise<void>
  /** CPU seconds so far of all processes involved. */
  cpuS(): number
  /** Requests in a burst, enough for about a second. */
  readonly requests: number
}

export interface Burst {
  readonly perS: number
  readonly cpuMs: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly slowestMs: number
}

/** Sends `requests` requests, `atOnce` at a time. A failure rejects. */
export async function burst(subject: Subject, atOnce: number, requests = subject.requests): Promise<Burst> {
  const latencies: number[] = []
  let next = 0
  const cpuBefore = subject.cpuS()
  const started = performance.now()
  const worker = async (): Promise<void> => {
    while (next < requests) {
      const n = next++
      const from = performance.now()
      await subject.once(n)
      latencies.push(performance.now() - from)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  const seconds = (performance.now() - started) / 1000
  latencies.sort((a, b) => a - b)
  return {
    perS: requests / seconds,
    cpuMs: ((subject.cpuS() - cpuBefore) * 1000) / requests,
    p50Ms: quantile(latencies, 0.5),
    p99Ms: quantile(latencies, 0.99),
    slowestMs: latencies.at(-1)!,
  }
}

export const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!

export const ROUNDS = 5

/** Measures all subjects in each round, so that other load on the machine affects all of them. A warm-up round is dropped. */
export async function compare(
  subjects: readonly Subject[],
  atOnce: number,
  rounds = ROUNDS,
): Promise<Burst[][]> {
  for (const subject of subjects) await burst(subject, atOnce, Math.ceil(subject.requests / 4))
  const results: Burst[][] = []
  for (let round = 0; round < rounds; round++) {
    const row: Burst[] = []
    for (const subject of subjects) row.push(await burst(subject, atOnce))
    results.push(row)
  }
  return results
}

/** Returns the median of `of` over the rounds. */
export const medianOf = (rounds: readonly Burst[][], of: (round: readonly Burst[]) => number): number =>
  median(rounds.map(of))
