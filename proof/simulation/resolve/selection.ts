import type { AmountSpec } from '../commands.ts'
import type {
  ApplyOperation,
  ImportOperation,
  Operation,
  PayOperation,
  PayWithCreditOperation,
  RecordOperation,
  RefundOperation,
  UseCreditOperation,
} from '../model/operations.ts'

/** Requests with a request id, which later commands can repeat. */
export interface Requests {
  readonly pays: PayOperation[]
  readonly refunds: RefundOperation[]
  readonly records: RecordOperation[]
  readonly applies: ApplyOperation[]
  readonly uses: UseCreditOperation[]
  readonly credits: PayWithCreditOperation[]
  readonly imports: ImportOperation[]
  next: number
}

export const createRequests = (): Requests => ({
  pays: [],
  refunds: [],
  records: [],
  applies: [],
  uses: [],
  credits: [],
  imports: [],
  next: 1,
})

export type Resolved = Operation | { op: 'together'; first: Operation; second: Operation } | null

export const pick = <T>(list: readonly T[], number: number): T | undefined => list[number % list.length]
export const valuesOf = <T>(map: ReadonlyMap<string, T>): T[] => [...map.values()]

/** Usually returns an element on which the command has an effect; one in seven numbers chooses from all. */
export const choose = <T>(list: readonly T[], useful: (one: T) => boolean, number: number): T | undefined =>
  pick(number % 7 === 0 ? list : list.filter(useful), number)

export const newRequest = (requests: Requests): string => `request-${requests.next++}`

/**
 * Resolves an amount, given the largest valid one. `lost` searches for an amount whose response the Sandbox
 * loses.
 */
export function resolveAmount(max: bigint, spec: AmountSpec, loses: (amount: bigint) => boolean): bigint {
  switch (spec.of) {
    case 'all':
      return max
    case 'over':
      return max + 1n + BigInt(spec.permille)
    case 'nothing':
      return 0n
    case 'cent':
      return max < 1n ? max : 1n
    case 'lost':
      for (let amount = max; amount > 0n && amount > max - 100n; amount--) if (loses(amount)) return amount
  }
  const part = (max * BigInt(spec.permille)) / 1000n
  return part > 0n ? part : max
}
