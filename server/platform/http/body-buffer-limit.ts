import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../context.ts'
import { Refusal, refuse } from '../refusal.ts'

const MIB = 1024 * 1024

/** Logos, and lists of some ten thousand rows. They have a share of their own, which large files never take. */
const SMALL_BYTES = 2 * MIB

/** Of what has arrived of all files in this process. Reading one takes a few times its size. */
const SHARES = { large: 112 * MIB, small: 16 * MIB } as const

/** Of one account at once: two of the largest by what they say they will be, and so many small ones. */
const MOST_OF_ONE_BYTES = 64 * MIB
const MOST_SMALL_OF_ONE = 4

/** Only after this time it can be told whether a file comes slowly. */
const SETTLED_MS = 10_000

/** In this time what has arrived counts half as much for how fast a file comes. */
const HALF_LIFE_MS = 2_000

const RETRY_AFTER_S = 10

interface Hold {
  readonly owner: string
  readonly size: keyof typeof SHARES
  /** As large as it may turn out to be. */
  readonly bytes: number
  readonly sinceMs: number
  arrived: number
  /** Of what has arrived, the more the later: measured at `recentMs`. */
  recent: number
  recentMs: number
  /** Ends the reading; null before it begins and once the file is whole. */
  cut: ((why: Refusal) => void) | null
  served: boolean
}

/**
 * How much of files is in memory, from the first byte until the answer. What counts is what has arrived, so that nobody
 * takes room by announcing much and sending little; when room runs out it is made by cutting whichever comes slowest.
 */
export class BodyBufferLimit {
  readonly #app: App
  readonly #holds = new Map<FastifyRequest, Hold>()

  constructor(app: App) {
    this.#app = app
  }

  /** Lets a file begin, `bytes` large at most. Refuses too_many_requests when its owner has too much under way. */
  take(request: FastifyRequest, reply: FastifyReply, owner: string, bytes: number): void {
    const size = bytes > SMALL_BYTES ? 'large' : 'small'
    const own = [...this.#holds.values()].filter((hold) => hold.owner === owner && hold.size === size)
    const announced = own.reduce((sum, hold) => sum + hold.bytes, bytes)
    if (size === 'large' ? announced > MOST_OF_ONE_BYTES : own.length >= MOST_SMALL_OF_ONE)
      throw new Refusal('too_many_requests', {
        detail: 'Other files of this account are still arriving. Please try again when they are there.',
        retryAfterS: RETRY_AFTER_S,
      })
    const now = this.#app.clock.wallNow()
    const none = { arrived: 0, recent: 0, recentMs: now, cut: null, served: false }
    const hold: Hold = { owner, size, bytes, sinceMs: now, ...none }
    this.#holds.set(request, hold)
    // Whoever leaves before their file was whole never gets to the handler, nor does what can't be read.
    const over = () => hold.served || this.#holds.delete(request)
    reply.raw.once('finish', over).once('close', over)
  }

  /**
   * Reads a file that was let begin. Throws too_large when more comes than may, busy when there is no room for it, and
   * malformed_request when its sender leaves.
   */
  read(request: FastifyRequest, payload: NodeJS.ReadableStream): Promise<Buffer> {
    const hold = this.#holds.get(request)
    if (hold === undefined) return Promise.reject(refuse('malformed_request'))
    return new Promise((resolve, reject) => {
      const chunks: Buffer[] = []
      const over = () => {
        payload.off('data', add).off('end', whole).off('error', left).off('close', left)
        hold.cut = null
      }
      const whole = () => {
        over()
        resolve(Buffer.concat(chunks, hold.arrived))
      }
      const stop = (why: unknown) => {
        over()
        chunks.length = 0
        hold.arrived = 0
        reject(why)
      }
      const left = () => stop(refuse('malformed_request'))
      const add = (chunk: Buffer) => {
        try {
          if (hold.arrived + chunk.length > hold.bytes) throw refuse('too_large')
          this.#makeRoom(hold, chunk.length)
        } catch (why) {
          stop(why)
          return
        }
        hold.recent = this.#paceOf(hold) + chunk.length
        hold.recentMs = this.#app.clock.wallNow()
        hold.arrived += chunk.length
        chunks.push(chunk)
      }
      hold.cut = stop
      payload.on('data', add).on('end', whole).on('error', left).on('close', left)
    })
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

  /** Cuts the slowest files of the same share until `bytes` more fit in. Throws busy when it is this one, or none is slow. */
  #makeRoom(hold: Hold, bytes: number): void {
    const others = [...this.#holds.values()].filter(({ size }) => size === hold.size)
    const held = () => others.reduce((sum, { arrived }) => sum + arrived, bytes)
    while (held() > SHARES[hold.size]) {
      this.#app.metrics.shed.inc()
      const slowest = this.#slowestOf(others)
      const busy = new Refusal('busy', { retryAfterS: RETRY_AFTER_S })
      if (slowest?.cut == null || slowest === hold) throw busy
      slowest.cut(busy)
    }
  }

  #slowestOf(holds: readonly Hold[]): Hold | undefined {
    const settled = this.#app.clock.wallNow() - SETTLED_MS
    return holds
      .filter(({ cut, arrived, sinceMs }) => cut !== null && arrived > 0 && sinceMs <= settled)
      .sort((a, b) => this.#paceOf(a) - this.#paceOf(b))[0]
  }

  #paceOf({ recent, recentMs }: Hold): number {
    return recent * 0.5 ** ((this.#app.clock.wallNow() - recentMs) / HALF_LIFE_MS)
  }
}
