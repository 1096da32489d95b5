import { sql } from 'kysely'
import type pg from 'pg'
import type { Log } from '../../log.ts'
import type { Metrics } from '../../metrics/counters.ts'
import { reasonOf } from '../../reason-of.ts'
import type { Db } from '../database.ts'
import type { PoolSettings } from '../pool.ts'
import { findMisfit, INSPECTION, type InspectedRow, readState, type ServerState } from './inspect-server.ts'
import { PrimaryPositions } from './positions.ts'
import { linkReplica, type ReplicaLink } from './replica-link.ts'

export interface ReplicaParts {
  readonly connection: pg.ClientConfig
  /** Not used while it is further behind. */
  readonly maxLagMs: number
  readonly production: boolean
  readonly pool: PoolSettings
  readonly primary: Db
  readonly metrics: Metrics
  readonly log: Log
}

/** Why the replica is not used. A problem is logged when its kind changes. */
interface Problem {
  readonly kind: string
  /** Null for one that is not logged. */
  readonly sentence: string | null
}

const CHECK_EVERY_MS = 1_000
const FALLBACK = 'Reports, exports and searches read from the primary.'
const STARTING: Problem = { kind: 'starting', sentence: null }

/**
 * Checks once a second whether a replica may answer. A problem is logged once, and once that it has passed. A replica
 * that is away is never an error: it is connected to when it is back.
 */
export class ReplicaWatch {
  private readonly parts: ReplicaParts
  private readonly positions = new PrimaryPositions()
  private readonly startedAtMs = performance.now()
  private link: ReplicaLink | null = null
  private isInUse = false
  private logged: string | null = null
  private wasBehind = false
  private replayed = 0n
  private timer: NodeJS.Timeout | undefined
  private checking = Promise.resolve()
  private closed = false

  constructor(parts: ReplicaParts) {
    this.parts = parts
    this.repeat()
  }

  /** Returns the connections and the position that a read needs at least; null while the replica is not used. */
  admit(): { readonly db: Db; readonly least: bigint } | null {
    const least = this.positions.positionSince(performance.now() - this.parts.maxLagMs)
    return this.isInUse && this.link !== null && least !== null ? { db: this.link.db, least } : null
  }

  /** Stops reads until the next check, so that they don't all wait for a server that has just disappeared. */
  suspend(): void {
    this.isInUse = false
  }

  async close(): Promise<void> {
    this.closed = true
    clearTimeout(this.timer)
    await this.checking
    this.link?.drop()
  }

  private repeat(): void {
    this.checking = this.check().then(() => {
      if (!this.closed) this.timer = setTimeout(() => this.repeat(), CHECK_EVERY_MS).unref()
    })
  }

  private async check(): Promise<void> {
    const primary = await this.inspectPrimary()
    // Reads end by themselves when no position of the primary is young enough to measure the lag.
    const problem = primary && (await this.findProblem(primary).catch((error) => this.lose(error)))
    if (this.closed) return
    if (primary) {
      this.isInUse = problem === null
      this.report(problem)
    }
    this.parts.metrics.replicaInUse.set(this.admit() === null ? 0 : 1)
  }

  /** Ends the connections to a replica that does not answer. The next check makes new ones. */
  private lose(error: unknown): Problem {
    this.link?.drop()
    this.link = null
    this.parts.metrics.replicaLag.remove()
    return { kind: 'away', sentence: `it does not answer: ${reasonOf(error)}` }
  }

  private report(problem: Problem | null): void {
    const kind = problem?.kind ?? null
    if (kind === this.logged || problem?.sentence === null) return
    this.logged = kind
    if (problem === null) this.parts.log.warn('the replica is used again')
    else this.parts.log.warn(`the replica is not used: ${problem.sentence}. ${FALLBACK}`)
  }

  private async findProblem(primary: ServerState): Promise<Problem | null> {
    // A primary sends only what it has on disk, so its own replica is never ahead of it.
    const isAhead = this.replayed > primary.position
    const replica = readState(await this.inspectReplica())
    this.replayed = replica.position
    const misfit = isAhead ? 'it does not follow this primary' : findMisfit(primary, replica)
    const behind = this.findLag(replica.position)
    return misfit === null ? behind : { kind: misfit, sentence: misfit }
  }

  /** Reconnects before it gives up, since a connection may end without the server. */
  private async inspectReplica(): Promise<InspectedRow> {
    const { connection, pool, production, metrics } = this.parts
    const known = await this.link?.inspect().catch(() => null)
    if (known) return known
    this.link?.drop()
    this.link = null
    this.link = await linkReplica(connection, { pool, production }, () => metrics.connectionsLost.inc())
    return this.link.inspect()
  }

  /** Returns null while the primary is away or busy, which its own requests report. */
  private async inspectPrimary(): Promise<ServerState | null> {
    const atMs = performance.now()
    try {
      const { rows } = await sql<InspectedRow>`${sql.raw(INSPECTION)}`.execute(this.parts.primary)
      const state = readState(rows[0]!)
      this.positions.record(state.position, atMs)
      return state
    } catch {
      return null
    }
  }

  private findLag(replayed: bigint): Problem | null {
    const { maxLagMs, metrics } = this.parts
    const nowMs = performance.now()
    const lagMs = this.positions.lagOf(replayed, nowMs)
    if (lagMs === null) metrics.replicaLag.remove()
    else metrics.replicaLag.set(lagMs / 1000)
    if (lagMs === null && nowMs - this.startedAtMs < maxLagMs) return STARTING
    // One at the edge would change to and fro.
    this.wasBehind = lagMs === null || lagMs > (this.wasBehind ? maxLagMs / 2 : maxLagMs)
    if (!this.wasBehind) return null
    const seconds = lagMs === null ? `more than ${maxLagMs / 1000}` : Math.ceil(lagMs / 1000)
    return {
      kind: 'behind',
      sentence: `it is ${seconds} s behind the primary, and up to ${maxLagMs / 1000} s are allowed`,
    }
  }
}
