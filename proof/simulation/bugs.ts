import type { Outcome, PaymentProvider } from '../../server/gateways/payments/port.ts'
import { failed } from '../../server/gateways/payments/port.ts'
import type { DeliberateBug } from './world/lane.ts'

const changed = (real: PaymentProvider, other: Partial<PaymentProvider>): PaymentProvider =>
  new Proxy(real, { get: (target, name) => Reflect.get(other, name) ?? Reflect.get(target, name) })

const isLost = (outcome: Outcome<unknown>): boolean => !outcome.ok && outcome.error.kind === 'unknown_outcome'

/** A statement of the product, changed where it says this; otherwise as it is. */
const saying = (words: string, instead: string) => (statement: string) => statement.replaceAll(words, instead)

interface KnownBug extends DeliberateBug {
  /** What is said of it at the step that shows it. */
  readonly notices: RegExp
}

/**
 * Mistakes that a program like this is known to make. Each is made from outside, in what the product says to its
 * database and its processor; none has a switch in the product.
 */
export const BUGS: Readonly<Record<string, KnownBug>> = {
  'no lock': {
    rewrite: (statement) => statement.replace(/ for update(?! skip)/g, ''),
    // Of two at once, whatever the other was not seen to do.
    notices:
      /^command \d+ together: .*\n {2}(answered .*(violates \w+ constraint|request_id_reused)|I\d+ |(invoice|payment|refund|customer) )/,
  },
  'a new key for each retry': {
    processor: (real) =>
      changed(real, {
        create: async (connection, request, key) => {
          const outcome = await real.create(connection, request, key)
          const again = { ...request, ourId: `${request.ourId.slice(0, -4)}0000` }
          return isLost(outcome) ? real.create(connection, again, `${key.slice(0, -1)}9`) : outcome
        },
      }),
    notices: /I12: the processor charged .*, which is no payment|I12 a charge at the processor/,
  },
  'a refund asked for again under a new key': {
    processor: (real) =>
      changed(real, {
        refund: async (connection, request, key) => {
          const outcome = await real.refund(connection, request, key)
          return isLost(outcome) ? real.refund(connection, request, `${key.slice(0, -1)}9`) : outcome
        },
      }),
    notices: /refund .*: status is "rejected", should be "(waiting|confirmed)"|I12/,
  },
  'a time-out taken for failure': {
    processor: (real) =>
      changed(real, {
        create: async (connection, request, key) => {
          const outcome = await real.create(connection, request, key)
          return isLost(outcome) ? failed({ kind: 'unavailable', code: 'timeout', raw: null }) : outcome
        },
      }),
    notices: /payment .*: status is "error", should be "(waiting|confirmed)"/,
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
    notices: /case should be open: .*refund_without_record|refund .* is not there: .*"outside"/,
  },
  'no reconciler': {
    withoutSchedules: ['payments.check-due-payments', 'payments.check-due-refunds'],
    notices: /(payment|refund) .*: status is "(input|waiting)", should be "(rejected|confirmed)"/,
  },
  'events are not worked off': {
    withoutSchedules: ['payments.deliver-due-events'],
    notices: /payment .*: status is "\w+", should be "(refunded|rejected|confirmed)"/,
  },
  'refunds under way are not counted': {
    rewrite: saying("payment_id = $2 and status = 'waiting'", "payment_id = $2 and status = 'never'"),
    notices: /answered .*, should be {"status":409,"code":"wrong_state"}\n {2}refund .* should not be there/,
  },
  'what is reserved is not counted': {
    rewrite: saying(
      'set "reserved_minor" = "reserved_minor" +',
      'set "reserved_minor" = "reserved_minor" + 0 *',
    ),
    notices: /I3 what is reserved on an invoice/,
  },
  'a request is not known again': {
    rewrite: saying(
      'from "payments" where "account_id" = $1 and "request_id" = $2',
      'from "payments" where "account_id" = $1 and "request_id" = $2 and false',
    ),
    notices: /answered {"status":409,"code":"request_id_reused"}, should be {"status":200}/,
  },
  'a charge by itself that nobody was told of': {
    rewrite: (statement) =>
      statement
        .replace('n.total_minor as "toldMinor"', 'r.remaining_minor * 2 as "toldMinor"')
        .replace('n.noticed_at as "toldAt"', 'i.created_at as "toldAt"'),
    notices: /automatic try .* should not be there[\s\S]*notice is not there/,
  },
  'an agreement that was taken back still charges': {
    rewrite: saying(
      'and c.withdrawn_at is null and m.removed_at is null',
      "and c.withdrawn_because is distinct from 'replaced'",
    ),
    notices: /automatic try .* should not be there/,
  },
  'credit that was used is left over still': {
    rewrite: saying(
      'set "unapplied_minor" = $1 where',
      'set "unapplied_minor" = "unapplied_minor" + 0 * $1::bigint where',
    ),
    notices: /payment .*: unapplied is "\d+", should be "\d+"/,
  },
  'a ledger entry without its projection': {
    rewrite: saying(
      'update customer_balances b set owed_minor = b.owed_minor + d.owed',
      'update customer_balances b set owed_minor = b.owed_minor',
    ),
    notices: /I4 what a customer owes is what remains/,
  },
  'the sums of a day begin anew with each entry': {
    rewrite: saying('invoiced_minor = d.invoiced_minor + excluded', 'invoiced_minor = excluded'),
    notices: /I4 the sums of a day are what its entries come to/,
  },
  'what went back is collected still': {
    rewrite: saying("and e.kind in ('payment', 'payment_return', 'refund')", "and e.kind = 'payment'"),
    notices: /I15: .* shows collected_30_days/,
  },
  'a shared report knows of no credits and write-offs': {
    rewrite: saying(
      'sum(d.owed_minor)::bigint as "owedMinor"',
      'sum(d.invoiced_minor - d.collected_minor)::bigint as "owedMinor"',
    ),
    notices: /I15: POST \/api\/ista-report\/ .* shows months/,
  },
}
