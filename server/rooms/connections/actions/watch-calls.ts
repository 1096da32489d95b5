import { MINUTE_MS } from '../../../../domain/dates/durations.ts'
import {
  CONNECTED_CALLS,
  type Connection,
  type Outcome,
  type PaymentProcessor,
  type ProcessorErrorKind,
} from '../../../gateways/payments/port.ts'
import { type App, inAccount } from '../../../platform/context.ts'
import { noteCall } from '../store/refreshing.ts'
import type { ConnectionFailure } from '../tables.ts'
import { refreshConnection } from './refresh-connection.ts'

type Call = (connection: Connection, ...values: unknown[]) => Promise<Outcome<unknown>>

/** A token that expires this soon is replaced before a call, which may take as long. */
const SOON_MS = 30_000
/** A working connection is noted this often. */
const NOTED_MS = MINUTE_MS

const watchedBy = new WeakMap<App, Map<PaymentProcessor, PaymentProcessor>>()

/**
 * Returns a processor whose calls get a token that has not expired, and get a new one once when the processor refuses it.
 * Writes down whether the processor answers.
 */
export function watched(app: App, adapter: PaymentProcessor): PaymentProcessor {
  const known = watchedBy.get(app) ?? new Map<PaymentProcessor, PaymentProcessor>()
  watchedBy.set(app, known)
  const made = known.get(adapter) ?? watch(app, adapter)
  known.set(adapter, made)
  return made
}

function watch(app: App, adapter: PaymentProcessor): PaymentProcessor {
  const notes = new Map<string, Note>()
  const calls: Record<string, Call> = {}
  for (const name of CONNECTED_CALLS) {
    // Looked up at each call, because a test may replace a method of the processor.
    const call = () => adapter[name] as Call | undefined
    if (call())
      calls[name] = async (connection, ...values) => {
        const outcome = await callWithToken(app, adapter, connection, (with_) => call()!(with_, ...values))
        // A webhook may come from anybody, so it says nothing about the processor.
        if (name !== 'verifyWebhook') await note(app, adapter, connection, notes, outcome)
        return outcome
      }
  }
  return { ...adapter, ...calls }
}

async function callWithToken(
  app: App,
  adapter: PaymentProcessor,
  connection: Connection,
  call: (connection: Connection) => Promise<Outcome<unknown>>,
): Promise<Outcome<unknown>> {
  if (!adapter.refresh) return call(connection)
  let current = connection
  const expiresAt = connection.credentials?.accessExpiresAt
  if (expiresAt !== undefined && Date.parse(expiresAt) - SOON_MS <= app.clock.wallNow()) {
    const fresh = await refreshConnection(app, adapter, connection)
    if (!fresh.ok) return fresh
    current = fresh.value
  }
  const outcome = await call(current)
  if (outcome.ok || outcome.error.kind !== 'auth') return outcome
  // A call that is not let in has no effect, so it is made again.
  const fresh = await refreshConnection(app, adapter, current)
  return fresh.ok ? call(fresh.value) : fresh
}

interface Note {
  readonly failure: ConnectionFailure | null
  readonly atMs: number
}

const FAILURES: ReadonlySet<ProcessorErrorKind> = new Set<ConnectionFailure>([
  'auth',
  'not_connected',
  'rate_limited',
  'unavailable',
  'unknown_outcome',
])

/** Writes down whether the processor answered: each change at once, and what stays the same once a minute. */
async function note(
  app: App,
  { id }: PaymentProcessor,
  { accountId }: Connection,
  notes: Map<string, Note>,
  outcome: Outcome<unknown>,
): Promise<void> {
  const failure =
    !outcome.ok && FAILURES.has(outcome.error.kind) ? (outcome.error.kind as ConnectionFailure) : null
  const atMs = app.clock.wallNow()
  const before = notes.get(accountId)
  if (before && before.failure === failure && atMs - before.atMs < NOTED_MS) return
  notes.set(accountId, { failure, atMs })
  try {
    await inAccount(app, CALLER, ACTOR, accountId, (ctx) => noteCall(ctx, id, failure))
  } catch (error) {
    app.log.warn('the state of a connection was not noted', { error })
  }
}

const CALLER = { requestId: 'connections', ip: null }
const ACTOR = { kind: 'system', job: 'connections.note-call' } as const
