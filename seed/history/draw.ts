import { seededNumbers } from '../demo/demo-history.ts'

/** Random draws that repeat for the same seed. */
export interface Draw {
  /** Returns a whole number from 0 to below `limit`. */
  below(limit: number): number
  /** Returns a whole number from `first` to `last`, both included. */
  between(first: number, last: number): number
  /** Returns true with a probability of `times` in a thousand. */
  permille(times: number): boolean
  pick<T>(list: readonly T[]): T
  /** Returns one of the entries with a probability proportional to its weight. */
  weighted<T>(list: readonly (readonly [weight: number, value: T])[]): T
}

export function createDraw(seed: number): Draw {
  const next = seededNumbers(seed)
  const below = (limit: number): number => Math.floor(next() * limit)
  return {
    below,
    between: (first, last) => first + below(last - first + 1),
    permille: (times) => below(1000) < times,
    pick: (list) => list[below(list.length)]!,
    weighted: (list) => {
      let left = below(list.reduce((sum, [weight]) => sum + weight, 0))
      for (const [weight, value] of list) {
        if (left < weight) return value
        left -= weight
      }
      return list.at(-1)![1]
    },
  }
}
