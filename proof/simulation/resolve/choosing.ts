import type { AmountSpec } from '../commands.ts'
import type {
  ApplyOperation,
  ImportOperation,
  Operation,
  PayOperation,
  RecordOperation,
  RefundOperation,
  UseOperation,
} from '../model/operations.ts'

/** Requests that were made under a request_id, to be made again. */
export interface Requests {
  readonly pays: PayOperation[]
  readonly refunds: RefundOperation[]
  readonly records: RecordOperation[]
  readonly applies: ApplyOperation[]
  readonly uses: UseOperation[]
  readonly imports: ImportOperation[]
  next: number
}

export const noRequests = (): Requests => ({
  pays: [],
  refunds: [],
  records: [],
  applies: [],
  uses: [],
  imports: [],
  next: 1,
})

export type Resolved = Operation | { op: 'together'; first: Operation; second: Operation } | null

export const pick = <T>(list: readonly T[], number: number): T | undefined => list[number % list.length]
export const all = <T>(map: ReadonlyMap<string, T>): T[] => [...map.values()]

/** Which one is meant: mostly one with which something can be done, now and then any. */
export const choose = <T>(list: readonly T[], useful: (one: T) => boolean, number: number): T | undefined =>
  pick(number % 7 === 0 ? list : list.filter(useful), number)

export const newRequest = (requests: Requests): string => `request-${requests.next++}`

/** The amount that is wished for, of at most so much. `lost` looks for one at which the Sandbox loses its answer. */
export function amountOf(most: bigint, wish: AmountSpec, loses: (amount: bigint) => boolean): bigint {
  switch (wish.of) {
    case 'all':
      return most
    case 'over':
      return most + 1n + BigInt(wish.permille)
    case 'nothing':
      return 0n
    case 'cent':
      return most < 1n ? most : 1n
    case 'lost':
      for (let amount = most; amount > 0n && amount > most - 100n; amount--) if (loses(amount)) return amount
  }
  const part = (most * BigInt(wish.permille)) / 1000n
  return part > 0n ? part : most
}
