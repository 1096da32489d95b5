import type { RefreshResult } from './refresh.ts'

/** Spec: activity after 5 minutes, or a check every 5 minutes, refreshes the session. */
const INACTIVITY_MS = 300_000
/**
 * Delays after an exchange without an answer. The first are short: the server honors a replaced token for 30
 * s.
 */
const BACK_OFF_MS = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 60_000, INACTIVITY_MS] as const
const CLOCK_SLACK_MS = 60_000

export interface KeepAliveDeps {
  readonly refresh: () => Promise<RefreshResult>
  /**
   * Age of the stored token in milliseconds; null without one. A token renewed by another tab counts as
   * young.
   */
  readonly tokenAgeMs: () => number | null
  readonly onResult: (result: RefreshResult) => void
}

export interface KeepAlive {
  /** Records user activity. */
  activity(): void
  stop(): void
}

/**
 * Renews the session while the page is open, and retries with growing delays when the server can't be
 * reached.
 */
export function startKeepAlive(deps: KeepAliveDeps): KeepAlive {
  let failures = 0
  let retry: ReturnType<typeof setTimeout> | undefined
  let stopped = false

  const renew = async () => {
    clearTimeout(retry)
    retry = undefined
    const result = await deps.refresh()
    if (stopped) return
    if (result === 'ERROR') {
      retry = setTimeout(renew, BACK_OFF_MS[Math.min(failures, BACK_OFF_MS.length - 1)])
      failures += 1
    } else {
      failures = 0
    }
    deps.onResult(result)
  }
  const renewFrom = (dueMs: number) => {
    if (retry !== undefined) return
    const age = deps.tokenAgeMs()
    if (age === null) return deps.onResult('NO_SESSION')
    // A token from the future means that the clock was set back: an exchange measures it again.
    if (age >= dueMs || age < -CLOCK_SLACK_MS) void renew()
  }
  const activity = () => renewFrom(INACTIVITY_MS)
  // Half the interval: a token renewed just after the last check is due now, one from another tab is not.
  const timer = setInterval(() => renewFrom(INACTIVITY_MS / 2), INACTIVITY_MS)
  activity()
  return {
    activity,
    stop() {
      stopped = true
      clearInterval(timer)
      clearTimeout(retry)
    },
  }
}
