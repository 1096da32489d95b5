import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../context.ts'
import { Refusal, refuse } from '../refusal.ts'

const MIB = 1024 * 1024

/** Limit of small files: logos and lists of some ten thousand rows. Large files never use their share. */
const SMALL_BYTES = 2 * MIB

/** Received bytes of all files in this process. Reading a file takes a few times its size. */
const SHARES = { large: 112 * MIB, small: 16 * MIB } as const

/**
 * Limits of one account: announced bytes of large files (two of the largest size) and number of small files.
 */
const MAX_OF_ONE_BYTES = 64 * MIB
const MAX_SMALL_OF_ONE = 4

/** A file's rate is judged only after this time. */
const SETTLED_MS = 10_000

/** Half-life of received bytes in the rate of a file. */
const HALF_LIFE_MS = 2_000

const RETRY_AFTER_S = 10

interface Hold {
  readonly owner: string
  readonly size: keyof typeof SHARES
  /** Announced or maximum size. */
  readonly bytes: number
  readonly sinceMs: number
  arrived: number
  /** Received bytes, weighted toward recent ones, at `recentMs`. */
  recent: number
  recentMs: number
  /** Aborts the read. Null before it begins and after the file is complete. */
  cut: ((why: Refusal) => void) | null
  served: boolean
}

/**
 * Limits the bytes of uploaded files in memory, from the first byte until the answer. Only received bytes
 * count, so that nobody reserves memory by announcing much and sending little. When memory runs out, the
 * slowest upload is cut.
 */
export class BodyBufferLimit {
  readonly #app: App
  readonly #holds = new Map<FastifyRequest, Hold>()

  constructor(app: App) {
    this.#app = app
  }

  /**
   * Admits a file of at most `bytes`. Throws too_many_requests when its owner has too many uploads under way.
   */
  take(request: FastifyRequest, reply: FastifyReply, owner: string, bytes: number): void {
    const size = bytes > SMALL_BYTES ? 'large' : 'small'
    const own = [...this.#holds.values()].filter((hold) => hold.owner === owner && hold.size === size)
    const announced = own.reduce((sum, hold) => sum + hold.bytes, bytes)
    if (size === 'large' ? announced > MAX_OF_ONE_BYTES : own.length >= MAX_SMALL_OF_ONE)
      throw new Refusal('too_many_requests', {
        detail: 'Other uploads for this account are still running. Try again when they finish.',
        retryAfterSeconds: RETRY_AFTER_S,
      })
    const now = this.#app.clock.wallNow()
    const none = { arrived: 0, recent: 0, recentMs: now, cut: null, served: false }
    const hold: Hold = { owner, size, bytes, sinceMs: now, ...none }
    this.#holds.set(request, hold)
    // A sender who leaves early never reaches the handler, and neither does an unreadable file.
    const over = () => hold.served || this.#holds.delete(request)
    reply.raw.once('finish', over).once('close', over)
  }

  /**
   * Reads an admitted file. Throws too_large when it exceeds its limit, busy when there is no memory for it,
   * and malformed_request when its sender leaves.
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

  /** Keeps the reservation while the file is processed, even after its sender has left. */
  async whileServed<T>(request: FastifyRequest, serve: () => Promise<T>): Promise<T> {
    const hold = this.#holds.get(request)
    if (hold) hold.served = true
    try {
      return await serve()
    } finally {
      this.#holds.delete(request)
    }
  }

  /**
   * Cuts the slowest files of the same share until `bytes` fit. Throws busy when this file is the slowest or
   * none is slow.
   */
  #makeRoom(hold: Hold, bytes: number): void {
    const others = [...this.#holds.values()].filter(({ size }) => size === hold.size)
    const held = () => others.reduce((sum, { arrived }) => sum + arrived, bytes)
    while (held() > SHARES[hold.size]) {
      this.#app.metrics.shed.inc()
      const slowest = this.#slowestOf(others)
      const busy = new Refusal('busy', { retryAfterSeconds: RETRY_AFTER_S })
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
