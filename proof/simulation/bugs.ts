import type { Outcome, PaymentProvider } from '../../server/gateways/payments/port.ts'
import { failed } from '../../server/gateways/payments/port.ts'
import type { DeliberateBug } from './world/lane.ts'

const changed = (real: PaymentProvider, other: Partial<PaymentProvider>): PaymentProvider =>
  new Proxy(real, { get: (target, name) => Reflect.get(other, name) ?? Reflect.get(target, name) })

const isLost = (outcome: Outcome<unknown>): boolean => !outcome.ok && outcome.error.kind === 'unknown_outcome'

/** A statement of the product, changed where it says this; otherwise as it is. */
const saying = (words: string, instead: string) => (statement: string) => statement.replaceAll(words, instead)

/**
 * Mistakes that a program like this is known to make. Each is made from outside, in what the product says to its
 * database and its processor; none has a switch in the product.
 */
export const BUGS: Readonly<Record<string, DeliberateBug>> = {
  'no lock': { rewrite: (statement) => statement.replace(/ for update(?! skip)/g, '') },
  'a new key for each retry': {
    processor: (real) =>
      changed(real, {
        create: async (connection, request, key) => {
          const outcome = await real.create(connection, request, key)
          const again = { ...request, ourId: `${request.ourId.slice(0, -4)}0000` }
          return isLost(outcome) ? real.create(connection, again, `${key.slice(0, -1)}9`) : outcome
        },
      }),
  },
  'a refund asked for again under a new key': {
    processor: (real) =>
      changed(real, {
        refund: async (connection, request, key) => {
          const outcome = await real.refund(connection, request, key)
          return isLost(outcome) ? real.refund(connection, request, `${key.slice(0, -1)}9`) : outcome
        },
      }),
  },
  'a time-out taken for failure': {
    processor: (real) =>
      changed(real, {
        create: async (connection, request, key) => {
          const outcome = await real.create(connection, request, key)
          return isLost(outcome) ? failed({ kind: 'unavailable', code: 'timeout', raw: null }) : outcome
        },
      }),
  },
  'what was given back at the processor’s own desk is overheard': {
    processor: (real) =>
      changed(real, {
        fetch: async (connection, ref) => {
          const outcome = await real.fetch(connection, ref)
          if (!outcome.ok) return outcome
          const { currency } = outcome.value.refunded
          return { ok: true, value: { ...outcome.value, refunded: { minor: 0n, currency } } }
        },
      }),
  },
  'no reconciler': { withoutSchedules: ['payments.check-due-payments', 'payments.check-due-refunds'] },
  'events are not worked off': {
    withoutSchedules: ['payments.deliver-due-events'],
  },
  'refunds under way are not counted': {
    rewrite: saying("payment_id = $2 and status = 'waiting'", "payment_id = $2 and status = 'never'"),
  },
  'what is reserved is not counted': {
    rewrite: saying(
      'set "reserved_minor" = "reserved_minor" +',
      'set "reserved_minor" = "reserved_minor" + 0 *',
    ),
  },
  'a request is not known again': {
    rewrite: saying(
      'from "payments" where "account_id" = $1 and "request_id" = $2',
      'from "payments" where "account_id" = $1 and "request_id" = $2 and false',
    ),
  },
  'a charge by itself that nobody was told of': {
    rewrite: (statement) =>
      statement
        .replace('n.total_minor as "toldMinor"', 'r.remaining_minor * 2 as "toldMinor"')
        .replace('n.noticed_at as "toldAt"', 'i.created_at as "toldAt"'),
  },
  'an agreement that was taken back still charges': {
    rewrite: saying(
      'and c.withdrawn_at is null and m.removed_at is null',
      "and c.withdrawn_because is distinct from 'replaced'",
    ),
  },
  'credit that was used is left over still': {
    rewrite: saying(
      'set "unapplied_minor" = $1 where',
      'set "unapplied_minor" = "unapplied_minor" + 0 * $1::bigint where',
    ),
  },
  'a ledger entry without its projection': {
    rewrite: saying(
      'update customer_balances b set owed_minor = b.owed_minor + d.owed',
      'update customer_balances b set owed_minor = b.owed_minor',
    ),
  },
  'the sums of a day begin anew with each entry': {
    rewrite: saying('invoiced_minor = d.invoiced_minor + excluded', 'invoiced_minor = excluded'),
  },
  'what went back is collected still': {
    rewrite: saying("and e.kind in ('payment', 'payment_return', 'refund')", "and e.kind = 'payment'"),
  },
  'a shared report knows of no credits and write-offs': {
    rewrite: saying(
      'sum(d.owed_minor)::bigint as "owedMinor"',
      'sum(d.invoiced_minor - d.collected_minor)::bigint as "owedMinor"',
    ),
  },
}
