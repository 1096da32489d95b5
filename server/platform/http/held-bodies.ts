import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../context.ts'
import { Refusal } from '../refusal.ts'

const MIB = 1024 * 1024

/** Of all files that are under way in this process: four of the largest. Reading one takes a few times its size. */
const MOST_HELD_BYTES = 128 * MIB

/** Of the files of one account: two of the largest. */
const MOST_OF_ONE_BYTES = 64 * MIB

const RETRY_AFTER_S = 10

interface Hold {
  readonly owner: string
  readonly bytes: number
  served: boolean
}

/** How much of files is in memory, from before the first byte is read until the answer. */
export class HeldBodies {
  readonly #app: App
  readonly #holds = new Map<FastifyRequest, Hold>()

  constructor(app: App) {
    this.#app = app
  }

  /** Makes room for a file. Refuses too_many_requests when its owner has too much under way, and busy when all have. */
  take(request: FastifyRequest, reply: FastifyReply, owner: string, bytes: number): void {
    const holds = [...this.#holds.values()]
    if (sumOf(holds.filter((hold) => hold.owner === owner)) + bytes > MOST_OF_ONE_BYTES)
      throw new Refusal('too_many_requests', {
        detail: 'Other files of this account are still arriving. Please try again when they are there.',
        retryAfterS: RETRY_AFTER_S,
      })
    if (sumOf(holds) + bytes > MOST_HELD_BYTES) {
      this.#app.metrics.shed.inc()
      throw new Refusal('busy', { retryAfterS: RETRY_AFTER_S })
    }
    const hold = { owner, bytes, served: false }
    this.#holds.set(request, hold)
    // Whoever leaves before their file was whole never gets to the handler, nor does what can't be read.
    const over = () => hold.served || this.#holds.delete(request)
    reply.raw.once('finish', over).once('close', over)
  }

  /** Keeps the room while the file is worked with, even when its sender is gone by then. */
  async whileServed<T>(request: FastifyRequest, serve: () => Promise<T>): Promise<T> {
    const hold = this.#holds.get(request)
    if (hold) hold.served = true
    try {
      return await serve()
    } finally {
      this.#holds.delete(request)
    }
  }
}

const sumOf = (holds: readonly Hold[]): number => holds.reduce((sum, hold) => sum + hold.bytes, 0)
