import { createHash } from 'node:crypto'
import type { Socket } from 'node:net'
import pg from 'pg'
import type { ServingConnection } from './pooler.ts'
import type { DatabaseAddress, PrimaryFinder } from './servers/primary.ts'
import { isStalePlan } from './stale-plan.ts'

const names = new Map<string, string>()
/** How often a migration outdated prepared statements while this process ran. */
let outdated = 0

/** Gives every statement another name, so that each connection prepares it again. */
function renameStatements(): void {
  outdated += 1
  names.clear()
}

function statementName(text: string): string {
  const known = names.get(text)
  if (known) return known
  const name = createHash('sha1').update(`${outdated} ${text}`).digest('base64url').slice(0, 20)
  if (names.size < 5000) names.set(text, name)
  return name
}

/** A setting that PostgreSQL reports by itself, at the start of a connection and when it changes. */
interface Report {
  readonly parameterName: string
  readonly parameterValue: string
}

/** The part of pg's connection that speaks the protocol. */
interface Wire {
  readonly stream: Socket
  readonly parsedStatements: Readonly<Record<string, string>>
  parse(message: { text: string; name: string }): void
  bind(message: { statement: string }): void
  execute(message: object): void
  on(event: 'parameterStatus', report: (report: Report) => void): void
  on(event: 'errorMessage', fail: (error: unknown) => void): void
}

interface Asked {
  readonly text: string
  readonly values: unknown[]
  readonly name?: string
  readonly queryMode?: 'extended'
}

type Answered = (error: Error | null, result: pg.QueryResult) => void

interface Submitted {
  submit(wire: Wire): Error | null
  handleCommandComplete(message: object, wire: Wire): void
}

const PgQuery = pg.Query as unknown as new (asked: Asked, answered: Answered) => Submitted

const BEGIN = { name: 'begin', text: 'begin' } as const

/**
 * The first statement of a transaction, sent in one unit with the `begin` before it. When `begin` fails, the
 * server skips this statement too, so it never runs outside a transaction.
 */
class OpeningQuery extends PgQuery {
  private begun = false
  private readonly isPooled: boolean

  constructor(asked: Asked, isPooled: boolean, answered: Answered) {
    super(asked, answered)
    this.isPooled = isPooled
  }

  override submit(wire: Wire): Error | null {
    if (this.isPooled) wire.parse({ text: BEGIN.text, name: '' })
    wire.bind({ statement: this.isPooled ? '' : BEGIN.name })
    wire.execute({})
    return super.submit(wire)
  }

  override handleCommandComplete(message: object, wire: Wire): void {
    if (this.begun) super.handleCommandComplete(message, wire)
    this.begun = true
  }
}

/** The server cancels a statement after five seconds. After a longer silence it may have disappeared. */
const SILENCE_MS = 8_000
const PROBE_MS = 3_000

/** Reported settings; a server is read-only while one of them is on. */
const READ_ONLY = new Set(['in_hot_standby', 'default_transaction_read_only'])

/** Settings of the pool's connections. With several servers, `primary` says which one takes writes. */
interface ConnectionSettings extends ServingConnection {
  readonly primary?: PrimaryFinder
  /** Called when the server says that it is read-only, or that it is so no more. */
  readonly onReadOnly?: (isReadOnly: boolean) => void
}

/**
 * A connection that minimizes round trips to PostgreSQL, because each costs more than the short statements it
 * carries (docs/decisions/0009-database-round-trips.md). Statements requested in the same tick leave in
 * one packet, and a `begin` leaves with the first statement after it. Each parameterized statement is named
 * by its text, so that PostgreSQL plans it once a connection; behind a pooler none is, because the next transaction
 * may run on another connection to the server. When no answer arrives, a second connection checks whether the server
 * still answers; if not, all pending statements fail. With several servers it connects to the one that takes writes.
 */
export class Connection extends pg.Client {
  private readonly settings: ConnectionSettings
  private readonly readOnly = new Set<string>()
  private address: Pick<DatabaseAddress, 'connectionString'> | undefined
  private silence: NodeJS.Timeout | undefined
  private beginning = false
  private gathering = false

  constructor(settings: ConnectionSettings) {
    super(settings)
    this.settings = settings
    this.wire.on('parameterStatus', ({ parameterName, parameterValue }: Report) => {
      if (!READ_ONLY.has(parameterName)) return
      if (parameterValue === 'on') this.readOnly.add(parameterName)
      else this.readOnly.delete(parameterName)
      settings.onReadOnly?.(this.readOnly.size > 0)
    })
    this.wire.on('errorMessage', (error) => isStalePlan(error) && renameStatements())
    this.on('drain', () => {
      clearTimeout(this.silence)
      this.silence = undefined
    })
    this.on('end', () => clearTimeout(this.silence))
  }

  /** True when the server is read-only and another one may take writes. */
  get isMisplaced(): boolean {
    return this.settings.primary !== undefined && this.readOnly.size > 0
  }

  override connect(...args: unknown[]): never {
    const { primary } = this.settings
    const connected = args[0] as ((error?: unknown) => void) | undefined
    // Only the pool knows several servers, and it connects with a callback.
    if (primary === undefined || connected === undefined) return super.connect(connected as never) as never
    primary.find().then((address) => {
      const { host, port } = address
      Object.assign(this, { address, host, port })
      super.connect((error?: Error) => {
        if (error || this.isMisplaced) primary.forget()
        connected(error)
      })
    }, connected)
    return undefined as never
  }

  override query(...args: unknown[]): never {
    const [text, values] = args
    const knowsBegin = this.isPooled || this.wire.parsedStatements[BEGIN.name] !== undefined
    if (text === BEGIN.text && knowsBegin) {
      this.beginning = true
      return nothing('BEGIN') as never
    }
    const opening = this.beginning
    this.beginning = false
    // Nothing was sent, so no transaction was begun.
    if (opening && (text === 'commit' || text === 'rollback')) return nothing(text.toUpperCase()) as never
    this.silence ??= this.waitForAnswer()
    this.gather()
    if (text === BEGIN.text) return this.send(BEGIN)
    if (opening && typeof text !== 'string')
      throw new Error('A transaction’s first statement has to be a text and its values.')
    if (typeof text !== 'string') return this.send(...args)
    const named = !this.isPooled && Array.isArray(values) && values.length > 0
    if (opening) return this.open(text, (values ?? []) as unknown[], named)
    return named
      ? this.send({ name: statementName(text), text, values }, ...args.slice(2))
      : this.send(...args)
  }

  /** Ends the connection without a word to the server, which may be silent. Its pending statements fail. */
  abandon(): void {
    this.wire.stream.destroy()
  }

  private get isPooled(): boolean {
    return this.settings.isPooled === true
  }

  private get wire(): Wire {
    return (this as unknown as { connection: Wire }).connection
  }

  private send(...args: unknown[]): never {
    return super.query(...(args as unknown as Parameters<pg.Client['query']>)) as never
  }

  private open(text: string, values: unknown[], named: boolean): never {
    const asked: Asked = named
      ? { name: statementName(text), text, values }
      : { text, values, queryMode: 'extended' }
    return new Promise<pg.QueryResult>((resolve, reject) => {
      this.send(
        new OpeningQuery(asked, this.isPooled, (error, result) => (error ? reject(error) : resolve(result))),
      )
    }) as never
  }

  /** Buffers writes until everything running in this tick has sent its statements. */
  private gather(): void {
    if (this.gathering) return
    this.gathering = true
    const { stream } = this.wire
    stream.cork()
    process.nextTick(() => {
      this.gathering = false
      stream.uncork()
    })
  }

  private waitForAnswer(): NodeJS.Timeout {
    return setTimeout(() => void this.askForServer(), SILENCE_MS).unref()
  }

  private async askForServer(): Promise<void> {
    if (this.wire.stream.destroyed) return
    // The pool hides the password from a copy of its settings.
    const { password } = this.settings
    const settings = { ...this.settings, password, ...this.address }
    const probe = new pg.Client({ ...settings, connectionTimeoutMillis: PROBE_MS })
    probe.on('error', () => {})
    const there = await probe.connect().then(
      () => true,
      () => false,
    )
    probe.end().catch(() => {})
    if (this.silence === undefined) return
    if (there) this.silence = this.waitForAnswer()
    else this.wire.stream.destroy()
  }
}

const nothing = (command: string): Promise<{ command: string; rows: never[] }> =>
  Promise.resolve({ command, rows: [] })
