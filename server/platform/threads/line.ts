import type { Refusal } from '../refusal.ts'

export interface LineLimits {
  readonly mostAtOnce: number
  readonly mostWaiting: number
  /** Limit of waiting calls of one caller. Defaults to `mostWaiting`. */
  readonly mostWaitingOfOne?: number
  /** Creates the error for a call beyond the limits. */
  readonly refusal: () => Refusal
}

/** A caller, so that it can't fill the queue alone; or `'patient'`, which is always admitted. */
export type InLine = { readonly caller: string } | 'anybody' | 'patient'

export type Line = <T>(who: InLine, work: () => Promise<T>) => Promise<T>

/** Limits costly work: runs a few calls at once, queues some more, refuses the rest. */
export function lineOf({ mostAtOnce, mostWaiting, mostWaitingOfOne, refusal }: LineLimits): Line {
  let running = 0
  const waiting: { readonly who: InLine; readonly begin: () => void }[] = []
  const hasRoom = (who: InLine): boolean =>
    waiting.length < mostWaiting && waitingOf(who) < (mostWaitingOfOne ?? mostWaiting)
  const waitingOf = (who: InLine): number =>
    typeof who === 'string'
      ? 0
      : waiting.filter((one) => typeof one.who !== 'string' && one.who.caller === who.caller).length
  const waitForTurn = (who: InLine): Promise<void> => {
    if (who !== 'patient' && !hasRoom(who)) throw refusal()
    return new Promise((begin) => waiting.push({ who, begin }))
  }
  return async (who, work) => {
    if (running < mostAtOnce) running += 1
    else await waitForTurn(who)
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next.begin()
      else running -= 1
    }
  }
}
