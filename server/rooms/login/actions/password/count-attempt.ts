import {
  consumeRateLimit,
  forgive,
  isRemembered,
  releaseRateLimit,
  remember,
  returnAttempt,
  takeAttempt,
} from '../../../../platform/auth/rate-limit.ts'
import type { App } from '../../../../platform/context.ts'
import { networkOf } from '../../../../platform/network.ts'
import { Refusal } from '../../../../platform/refusal.ts'

const WINDOW_S = 15 * 60
const FAILURES_BY_IP = 50

export interface CountedAttempt {
  /** Takes the attempt back. The owner of the address also resets the failures of others. */
  readonly succeed: (isOwner: boolean) => Promise<void>
}

/**
 * Counts an attempt to log in as a failure before it is verified: by network, by login, and by login on this network.
 * The count by login doesn't apply on a network where the owner logged in during the last day, so that nobody else can
 * keep the owner out there; the one by login on this network does.
 * Throws too_many_requests.
 */
export async function countAttempt(app: App, login: string, ip: string | null): Promise<CountedAttempt> {
  const network = networkOf(ip)
  const ipKey = `login failures ${network}`
  const keyHere = `login ${login} ${network}`
  const keyAnywhere = `login ${login}`
  const keyOfOwner = `login owner ${login} ${network}`
  await consumeRateLimit(app, ipKey, FAILURES_BY_IP, WINDOW_S)
  await takeAttempt(app, keyHere, WINDOW_S)
  const isCountedAnywhere = await takeAnywhere()
  return {
    succeed: async (isOwner) => {
      await Promise.all([
        isOwner ? forgive(app, keyHere) : returnAttempt(app, keyHere),
        isOwner && remember(app, keyOfOwner),
        isCountedAnywhere && (isOwner ? forgive(app, keyAnywhere) : returnAttempt(app, keyAnywhere)),
        releaseRateLimit(app, ipKey),
      ])
    },
  }

  async function takeAnywhere(): Promise<boolean> {
    try {
      await takeAttempt(app, keyAnywhere, WINDOW_S)
      return true
    } catch (error) {
      if (error instanceof Refusal && (await isRemembered(app, keyOfOwner))) return false
      await returnAttempt(app, keyHere)
      throw error
    }
  }
}
