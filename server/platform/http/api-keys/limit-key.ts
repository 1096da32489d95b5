import type { FastifyReply } from 'fastify'
import { countRateLimit } from '../../auth/rate-limit.ts'
import type { App } from '../../context.ts'
import { Refusal } from '../../refusal.ts'

/** Requests of one key in a window. */
export const KEY_LIMIT = { requests: 600, windowSeconds: 60 } as const

/**
 * Counts a request of a key and writes the headers of draft-ietf-httpapi-ratelimit-headers-10, also beside a refusal.
 * Throws too_many_requests with the seconds to wait.
 */
export async function limitKey(app: App, keyId: string, reply: FastifyReply): Promise<void> {
  const { requests, windowSeconds } = KEY_LIMIT
  const window = await countRateLimit(app, `api key ${keyId}`, windowSeconds)
  const restMs = window.window_started_at.getTime() + windowSeconds * 1000 - app.clock.wallNow()
  const seconds = Math.max(1, Math.ceil(restMs / 1000))
  reply.header('ratelimit-policy', `"key";q=${requests};w=${windowSeconds}`)
  reply.header('ratelimit', `"key";r=${Math.max(0, requests - window.hits)};t=${seconds}`)
  if (window.hits > requests) throw new Refusal('too_many_requests', { retryAfterSeconds: seconds })
}
