import type { Refusal } from '../refusal.ts'

export interface LineLimits {
  readonly mostAtOnce: number
  readonly mostWaiting: number
  /** Limit of waiting calls of one caller. Defaults to `mostWaiting`. */
  readonly mostWaitingOfOne?: number
  /** Creates the error for a call beyond the limits. */
  readonly refusal: () => Refusal
}

/**
 * A caller, so that it can't fill the queue alone, and the account it belongs to, which takes turns with others; or
 * `'patient'`, which is always admitted. All patient calls take turns like those of one account.
 */
export type InLine = { readonly caller: string; readonly accountId?: string } | 'anybody' | 'patient'

export type Line = <T>(who: InLine, work: () => Promise<T>) => Promise<T>

interface Waiting {
  readonly who: InLine
  readonly begin: () => void
}

/**
 * Limits costly work: runs a few calls at once, queues some more, refuses the rest. Of the waiting calls, it begins the
 * first one of an account that has the fewest running.
 */
export function lineOf({ mostAtOnce, mostWaiting, mostWaitingOfOne, refusal }: LineLimits): Line {
  const running: InLine[] = []
  const waiting: Waiting[] = []
  const hasRoom = (who: InLine): boolean =>
    waiting.length < mostWaiting && waitingOf(who) < (mostWaitingOfOne ?? mostWaiting)
  const waitingOf = (who: InLine): number =>
    typeof who === 'string'
      ? 0
      : waiting.filter((one) => typeof one.who !== 'string' && one.who.caller === who.caller).length
  const runningBeside = (who: InLine): number =>
    who === 'anybody' ? 0 : running.filter((one) => turnKey(one) === turnKey(who)).length
  const waitForTurn = (who: InLine): Promise<void> => {
    if (who !== 'patient' && !hasRoom(who)) throw refusal()
    return new Promise((begin) => waiting.push({ who, begin }))
  }
  const beginNext = (): void => {
    const counts = waiting.map(({ who }) => runningBeside(who))
    const [next] = waiting.splice(counts.indexOf(Math.min(...counts)), 1)
    if (!next) return
    running.push(next.who)
    next.begin()
  }
  return async (who, work) => {
    if (running.length < mostAtOnce) running.push(who)
    else await waitForTurn(who)
    try {
      return await work()
    } finally {
      running.splice(running.indexOf(who), 1)
      beginNext()
    }
  }
}

const turnKey = (who: InLine): string => (typeof who === 'string' ? who : (who.accountId ?? who.caller))
