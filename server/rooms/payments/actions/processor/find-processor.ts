import { msg } from '../../../../../domain/languages/msg.ts'
import {
  type Connection,
  depositsOf,
  isBuiltIn,
  type PayableInvoice,
  type PaymentProcessor,
  type ProcessorOption,
} from '../../../../gateways/payments/port.ts'
import { webhookSecrets } from '../../../../platform/auth/webhook-secrets.ts'
import type { App, Ctx, UnitOfWork } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import {
  type Connections,
  lockConnected,
  type ProcessorChoice,
  readConnection,
  readConnections,
  watched,
} from '../../../connections/index.ts'

/** A processor and the account's connection to it. */
export interface Processor {
  readonly adapter: PaymentProcessor
  readonly connection: Connection
  /** The business's own id at the processor. Its reports must name it as the recipient. */
  readonly recipient: string
  /** Secrets that sign the processor's webhooks for this connection, the current one first. */
  readonly webhookSecrets: readonly string[]
}

/** A transaction, or the work that opens them. */
type Scope = Ctx | UnitOfWork

const within = <T>(scope: Scope, read: (ctx: Ctx) => Promise<T>): Promise<T> =>
  'transaction' in scope ? scope.transaction(read) : read(scope)

/**
 * Returns the account's connection to a processor; null when it has none, or this process knows no processor of that name.
 */
export async function findProcessor(scope: Scope, processorId: string): Promise<Processor | null> {
  const adapter = scope.app.processors.get(processorId)
  if (!adapter) return null
  if (isBuiltIn(adapter)) return builtIn(scope.app, scope.accountId, adapter)
  const connection = await within(scope, (ctx) => readConnection(ctx, processorId))
  return connection && connected(scope.app, adapter, connection)
}

/** The processors that take payments now, and which of them takes new methods of a type. */
export interface Offered {
  readonly processors: readonly Processor[]
  readonly choices: readonly ProcessorChoice[]
}

/**
 * Returns the processors that take new payments: those connected, otherwise the built-in ones. Once a business had a live
 * connection, neither the Sandbox nor test keys take any, so that nobody settles a real invoice with a test card.
 */
export async function offeredProcessors(scope: Scope): Promise<Offered> {
  const { external, liveOnly, choices } = await externalProcessors(scope)
  const processors = liveOnly
    ? external.filter(({ connection }) => connection.credentials?.live === true)
    : external
  if (processors.length > 0) return { processors, choices }
  return { processors: liveOnly ? [] : builtInProcessors(scope), choices: [] }
}

/** Returns a processor's forms for an invoice; none for a deposit to an account that it doesn't have. */
export const optionsFor = async (
  { adapter, connection }: Processor,
  invoice: PayableInvoice,
): Promise<readonly ProcessorOption[]> =>
  depositsOf(adapter, connection).includes(invoice.depositTo) ? adapter.options(connection, invoice) : []

/** Returns every processor that the account has, also the built-in ones that take no new payments. */
export const everyProcessor = async (scope: Scope): Promise<Processor[]> => [
  ...builtInProcessors(scope),
  ...(await externalProcessors(scope)).external,
]

type External = Pick<Connections, 'liveOnly' | 'choices'> & { external: Processor[] }

/** Returns the connected processors, the earliest first. Reads nothing where none can be connected. */
async function externalProcessors(scope: Scope): Promise<External> {
  const { processors } = scope.app
  if ([...processors.values()].every(isBuiltIn)) return { external: [], liveOnly: false, choices: [] }
  const { connections, liveOnly, choices } = await within(scope, readConnections)
  const external = [...connections].flatMap(([id, connection]) => {
    const adapter = processors.get(id)
    return adapter ? [connected(scope.app, adapter, connection)] : []
  })
  return { external, liveOnly, choices }
}

/** Returns the built-in processors, which deliver their own events. */
export const builtInProcessors = ({ app, accountId }: Scope): Processor[] =>
  [...app.processors.values()].filter(isBuiltIn).map((adapter) => builtIn(app, accountId, adapter))

const builtIn = (app: App, accountId: string, adapter: PaymentProcessor): Processor => ({
  adapter,
  connection: { accountId },
  recipient: accountId,
  webhookSecrets: webhookSecrets(app.config, adapter.id, accountId),
})

/** A processor with a connection of the account that was read before. */
export function processorOf(app: App, processorId: string, connection: Connection): Processor | null {
  const adapter = app.processors.get(processorId)
  return adapter ? connected(app, adapter, connection) : null
}

/**
 * Returns the processor with its connection, locked against an end or a change of account until this transaction ends. Refuses
 * wrong_state when either happened since it was found: the form belongs to the former account.
 */
export async function lockProcessor(ctx: Ctx, processor: Processor): Promise<Processor> {
  const { adapter, connection } = processor
  if (isBuiltIn(adapter)) return processor
  const now = await lockConnected(ctx, adapter.id)
  if (!now || now.remoteId !== connection.remoteId || now.sinceMs !== connection.sinceMs)
    throw refuse('wrong_state', msg('The ways to pay have changed meanwhile. Reload the page and try again.'))
  return processorOf(ctx.app, adapter.id, now) ?? processor
}

const connected = (app: App, adapter: PaymentProcessor, connection: Connection): Processor => ({
  adapter: watched(app, adapter),
  connection,
  recipient: connection.remoteId ?? connection.accountId,
  webhookSecrets: connection.credentials?.webhookSecret ? [connection.credentials.webhookSecret] : [],
})

/**
 * True for a payment or method that another account of the business has: the company connected a different one since. Such a
 * payment can't be changed, nor such a method charged.
 */
export const isOfFormerAccount = ({ connection }: Processor, madeAt: Date): boolean =>
  madeAt.getTime() < (connection.sinceMs ?? 0)

/** Refuses wrong_state for a payment that another account of the business took. */
export function refuseFormerAccount(processor: Processor, madeAt: Date): void {
  const { name } = processor.adapter
  if (isOfFormerAccount(processor, madeAt))
    throw refuse(
      'wrong_state',
      `This payment was taken by another ${name} account than the one that is connected. Change it there.`,
    )
}
