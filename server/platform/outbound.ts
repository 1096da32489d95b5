import { sql } from 'kysely'
import type { IdentityProvider } from '../gateways/identity-providers/port.ts'
import { failed, type PaymentProvider } from '../gateways/payments/port.ts'
import type { Db, Tx } from './db/database.ts'
import type { MailTransport } from './mail/outbox.ts'

/*
 * A database that was restored from a backup is a copy of one that may still be at work: until its owner releases it, it
 * writes to nobody and asks no payment processor for anything. The row of outbound_hold says so, and every way out asks.
 */

/** Is this a restored copy that nobody has released? */
export async function isOutboundPaused(db: Db | Tx): Promise<boolean> {
  const { rows } = await sql`select 1 from outbound_hold`.execute(db)
  return rows.length > 0
}

/** Sends nothing while the copy is held; otherwise counts what became of each message. */
export function guardMail(
  db: Db,
  transport: MailTransport,
  count: (outcome: 'delivered' | 'failed' | 'refused') => void,
): MailTransport {
  return {
    ...transport,
    async deliver(message) {
      if (await isOutboundPaused(db))
        return { ok: false, permanent: false, reason: 'this is a restored copy' }
      const delivery = await transport.deliver(message)
      count(delivery.ok ? 'delivered' : delivery.permanent ? 'refused' : 'failed')
      return delivery
    },
  }
}

/** The code of the error that every call of a processor then answers. */
export const OUTBOUND_PAUSED_CODE = 'held'

const HELD = failed({
  kind: 'unavailable',
  code: OUTBOUND_PAUSED_CODE,
  userMessage: 'This is a restored copy. Nothing is charged.',
  raw: null,
})

const GUARDED_METHODS = [
  'connectFinish',
  'refresh',
  'disconnect',
  'health',
  'create',
  'confirm',
  'capture',
  'void',
  'refund',
  'fetch',
  'findPayment',
  'findRefund',
  'listPayments',
  'listRefunds',
  'listMethods',
  'removeMethod',
  'verifyWebhook',
] as const satisfies readonly (keyof PaymentProvider)[]

/** The same processor, of which nothing is asked while the copy is held: neither is anything charged nor does anything change. */
export function guardProcessor(db: Db, provider: PaymentProvider): PaymentProvider {
  const guarded: Record<string, unknown> = {}
  for (const name of GUARDED_METHODS) {
    // Looked up at each call: a test may let the processor misbehave from some moment on.
    const call = () => provider[name] as ((...values: unknown[]) => Promise<unknown>) | undefined
    if (call())
      guarded[name] = async (...values: unknown[]) =>
        (await isOutboundPaused(db)) ? HELD : call()!(...values)
  }
  const deliver = provider.deliverDue
  if (deliver)
    guarded.deliverDue = async (...values: Parameters<typeof deliver>) => {
      if (!(await isOutboundPaused(db))) await deliver(...values)
    }
  return { ...provider, ...guarded }
}

/** The same provider, of which nothing is asked while the copy is held: nobody is let in by somebody else's word. */
export const guardIdentityProvider = (db: Db, provider: IdentityProvider): IdentityProvider => ({
  ...provider,
  identify: async (answer) =>
    (await isOutboundPaused(db))
      ? { ok: false, because: 'unavailable', log: 'held' }
      : provider.identify(answer),
})
