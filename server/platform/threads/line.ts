import type { Refusal } from '../refusal.ts'

export interface LineLimits {
  readonly mostAtOnce: number
  readonly mostWaiting: number
  /** Of those who wait, for one and the same caller. Absent: as many as there are places. */
  readonly mostWaitingOfOne?: number
  /** What whoever finds no place is told. */
  readonly refusal: () => Refusal
}

/** Who stands in the line, so that one caller can't fill it; or `'patient'`, who always finds a place. */
export type InLine = { readonly caller: string } | 'anybody' | 'patient'

export type Line = <T>(who: InLine, work: () => Promise<T>) => Promise<T>

/** Costly work takes its turn: a few at once, a short line, then a refusal. */
export function lineOf({ mostAtOnce, mostWaiting, mostWaitingOfOne, refusal }: LineLimits): Line {
  let running = 0
  const waiting: { readonly who: InLine; readonly begin: () => void }[] = []
  const hasPlace = (who: InLine): boolean =>
    waiting.length < mostWaiting && waitingOf(who) < (mostWaitingOfOne ?? mostWaiting)
  const waitingOf = (who: InLine): number =>
    typeof who === 'string'
      ? 0
      : waiting.filter((one) => typeof one.who !== 'string' && one.who.caller === who.caller).length
  const takePlace = (who: InLine): Promise<void> => {
    if (who !== 'patient' && !hasPlace(who)) throw refusal()
    return new Promise((begin) => waiting.push({ who, begin }))
  }
  return async (who, work) => {
    if (running < mostAtOnce) running += 1
    else await takePlace(who)
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next.begin()
      else running -= 1
    }
  }
}
