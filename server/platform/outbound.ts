import { sql } from 'kysely'
import type { AccountingPlatform } from '../gateways/accounting/port.ts'
import { type BillingProvider, unbilled } from '../gateways/billing/port.ts'
import type { IdentityProvider } from '../gateways/identity-providers/port.ts'
import { CONNECTED_CALLS, failed, type PaymentProcessor } from '../gateways/payments/port.ts'
import type { Db, Tx } from './db/database.ts'
import type { MailTransport } from './mail/transport/mail-transport.ts'
import type { WebhookSender } from './webhooks/webhook-sender.ts'

/*
 * A database restored from a backup is a copy of one that may still be in use. Until an operator releases it,
 * it sends no email and calls no payment processor. The row in outbound_hold marks the copy; every outbound
 * path checks it.
 */

/** True for a restored copy that nobody has released. */
export async function isOutboundPaused(db: Db | Tx): Promise<boolean> {
  const { rows } = await sql`select 1 from outbound_hold`.execute(db)
  return rows.length > 0
}

/** Sends nothing while outbound traffic is paused. Otherwise counts the outcome of each message. */
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

/** Error code of every processor call while outbound traffic is paused. */
export const OUTBOUND_PAUSED_CODE = 'held'

const HELD = failed({
  kind: 'unavailable',
  code: OUTBOUND_PAUSED_CODE,
  userMessage: 'This is a restored copy. Nothing is charged.',
  raw: null,
})

const GUARDED_METHODS = ['connectFinish', 'connectWithKeys', 'refresh', ...CONNECTED_CALLS] as const

/** Wraps a processor so that no call reaches it while outbound traffic is paused. */
export function guardProcessor(db: Db, processor: PaymentProcessor): PaymentProcessor {
  const guarded: Record<string, unknown> = {}
  for (const name of GUARDED_METHODS) {
    // Looked up at each call, because a test may replace a method of the processor.
    const call = () => processor[name] as ((...values: unknown[]) => Promise<unknown>) | undefined
    if (call())
      guarded[name] = async (...values: unknown[]) =>
        (await isOutboundPaused(db)) ? HELD : call()!(...values)
  }
  const start = processor.connectStart
  if (start)
    guarded.connectStart = async (...values: Parameters<typeof start>) => {
      if (await isOutboundPaused(db)) throw new Error('This is a restored copy.')
      return start(...values)
    }
  const deliver = processor.deliverDue
  if (deliver)
    guarded.deliverDue = async (...values: Parameters<typeof deliver>) => {
      if (!(await isOutboundPaused(db))) await deliver(...values)
    }
  return { ...processor, ...guarded }
}

const GUARDED_CALLS = [
  'connectFinish',
  'refresh',
  'disconnect',
  'company',
  'position',
  'pull',
  'changes',
  'read',
  'choices',
  'postPayment',
  'applyCredit',
  'findPayment',
  'reversePayment',
] as const satisfies readonly (keyof AccountingPlatform)[]

/** Wraps an accounting platform so that no call reaches it while outbound traffic is paused. */
export function guardPlatform(db: Db, platform: AccountingPlatform): AccountingPlatform {
  const guarded: Record<string, unknown> = {}
  for (const name of GUARDED_CALLS) {
    // Looked up at each call, because a test may replace a method of the platform.
    const call = () => platform[name] as ((...values: unknown[]) => Promise<unknown>) | undefined
    if (call())
      guarded[name] = async (...values: unknown[]) =>
        (await isOutboundPaused(db)) ? HELD : call()!(...values)
  }
  return { ...platform, ...guarded }
}

/** Wraps an identity provider so that nobody can log in through it while outbound traffic is paused. */
export const guardIdentityProvider = (db: Db, provider: IdentityProvider): IdentityProvider => ({
  ...provider,
  identify: async (answer) =>
    (await isOutboundPaused(db))
      ? { ok: false, because: 'unavailable', log: 'held' }
      : provider.identify(answer),
})

const PAUSED_BILLING = unbilled({
  kind: 'unavailable',
  code: OUTBOUND_PAUSED_CODE,
  userMessage: 'This is a restored copy. Nothing is billed.',
})

const BILLING_CALLS = [
  'createCustomer',
  'checkout',
  'portal',
  'read',
  'listInvoices',
  'preview',
  'change',
  'setEnding',
  'payInvoice',
  'enterCard',
] as const satisfies readonly (keyof BillingProvider)[]

/** Wraps the seller of plans so that no call reaches it while outbound traffic is paused. */
export function guardBilling(db: Db, provider: BillingProvider): BillingProvider {
  const guarded: Record<string, unknown> = {}
  for (const name of BILLING_CALLS) {
    const call = provider[name] as ((...values: unknown[]) => Promise<unknown>) | undefined
    if (call)
      guarded[name] = async (...values: unknown[]) =>
        (await isOutboundPaused(db)) ? PAUSED_BILLING : call.apply(provider, values)
  }
  return { ...provider, ...guarded }
}

/** Sends no webhook while outbound traffic is paused. */
export const guardWebhooks = (db: Db, sender: WebhookSender): WebhookSender => ({
  send: async (request) =>
    (await isOutboundPaused(db))
      ? {
          status: null,
          problem: 'This is a restored copy. Nothing is sent.',
          answer: '',
          durationMs: 0,
          retryAfterS: null,
        }
      : sender.send(request),
})
