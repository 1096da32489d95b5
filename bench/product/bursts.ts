import { median } from '../measuring.ts'

/** Something that can be asked again and again. */
export interface Subject {
  readonly name: string
  /** One request, told its place in the burst. */
  once(n: number): Promise<void>
  /** CPU seconds so far of everything that works for it. */
  cpuS(): number
  /** How many requests make a burst: enough for a second or so. */
  readonly requests: number
}

export interface Burst {
  readonly perS: number
  readonly cpuMs: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly slowestMs: number
}

/** So many requests over so many at once. Any failure ends it. */
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

/** Each round asks every subject in turn, so that whatever slows the machine slows all of them. The first one is dropped. */
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

/** The middle of what `of` says of each round. */
export const middle = (rounds: readonly Burst[][], of: (round: readonly Burst[]) => number): number =>
  median(rounds.map(of))
