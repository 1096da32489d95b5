import type { Outcome, PaymentProcessor } from '../../server/gateways/payments/port.ts'
import { failed } from '../../server/gateways/payments/port.ts'
import type { DeliberateBug } from './world/lane.ts'

const overrideProcessor = (real: PaymentProcessor, other: Partial<PaymentProcessor>): PaymentProcessor =>
  new Proxy(real, { get: (target, name) => Reflect.get(other, name) ?? Reflect.get(target, name) })

const isUnknown = (outcome: Outcome<unknown>): boolean =>
  !outcome.ok && outcome.error.kind === 'unknown_outcome'

/** Returns a rewrite of SQL statements that replaces one text. */
const replaceSql = (text: string, replacement: string) => (statement: string) =>
  statement.replaceAll(text, replacement)

interface KnownBug extends DeliberateBug {
  /** Matches the message of the run that detects the bug. */
  readonly detectedAs: RegExp
}

/**
 * Bugs that payment software is known to have. Each is injected from outside, by rewriting SQL statements,
 * wrapping the processor or leaving out schedules; the product has no switch for it.
 */
export const BUGS: Readonly<Record<string, KnownBug>> = {
  'no lock': {
    rewrite: (statement) => statement.replace(/ for update(?! skip)/g, ''),
    // Two concurrent actions that miss each other's changes show in different ways; HTTP doesn't tell a 500's reason.
    detectedAs:
      /^command \d+ together: .*\n {2}(answered .*("status":500|request_id_reused|invoice_not_payable)|(an?|every|the counters|refunds of) |(invoice|payment|refund|customer) )/,
  },
  'a new key for each retry': {
    processor: (real) =>
      overrideProcessor(real, {
        create: async (connection, request, key) => {
          const outcome = await real.create(connection, request, key)
          const again = { ...request, ourId: `${request.ourId.slice(0, -4)}0000` }
          return isUnknown(outcome) ? real.create(connection, again, `${key.slice(0, -1)}9`) : outcome
        },
      }),
    detectedAs: /I12: the processor charged .*, which is no payment|a charge at the processor is booked/,
  },
  'a new key for each refund retry': {
    processor: (real) =>
      overrideProcessor(real, {
        refund: async (connection, request, key) => {
          const outcome = await real.refund(connection, request, key)
          return isUnknown(outcome) ? real.refund(connection, request, `${key.slice(0, -1)}9`) : outcome
        },
      }),
    detectedAs:
      /refund .*: status is "rejected", should be "(waiting|confirmed)"|I12: |at the processor is booked/,
  },
  'a timeout treated as a failure': {
    processor: (real) =>
      overrideProcessor(real, {
        create: async (connection, request, key) => {
          const outcome = await real.create(connection, request, key)
          return isUnknown(outcome) ? failed({ kind: 'unavailable', code: 'timeout', raw: null }) : outcome
        },
      }),
    detectedAs: /payment .*: status is "error", should be "(waiting|confirmed)"/,
  },
  'refunds in the processor dashboard are ignored': {
    processor: (real) =>
      overrideProcessor(real, {
        fetch: async (connection, ref) => {
          const outcome = await real.fetch(connection, ref)
          if (!outcome.ok) return outcome
          const { currency } = outcome.value.refunded
          return { ok: true, value: { ...outcome.value, refunded: { minor: 0n, currency } } }
        },
      }),
    detectedAs: /case should be open: .*refund_without_record|refund .* is not there: .*"outside"/,
  },
  'no reconciler': {
    withoutSchedules: ['payments.check-due-payments', 'payments.check-due-refunds'],
    detectedAs: /(payment|refund) .*: status is "(input|waiting)", should be "(rejected|confirmed)"/,
  },
  'events are not delivered': {
    withoutSchedules: ['payments.deliver-due-events'],
    detectedAs:
      /payment .*: (status is "\w+", should be "(refunded|rejected|confirmed)"|refunded is "\d+", should be)/,
  },
  'pending refunds are not counted': {
    rewrite: replaceSql("payment_id = $2 and status = 'waiting'", "payment_id = $2 and status = 'never'"),
    // The refund is made, or refused for its amount instead of the refund under way.
    detectedAs:
      /answered .*, should be {"status":409,"code":"wrong_state"}(\n {2}refund .* should not be there|$)/,
  },
  'reservations are not counted': {
    rewrite: replaceSql(
      'set "reserved_minor" = "reserved_minor" +',
      'set "reserved_minor" = "reserved_minor" + 0 *',
    ),
    detectedAs: /an invoice’s reserved amount equals/,
  },
  'a repeated request is not recognized': {
    rewrite: replaceSql(
      'from "payments" where "account_id" = $1 and "request_id" = $2',
      'from "payments" where "account_id" = $1 and "request_id" = $2 and false',
    ),
    detectedAs: /answered {"status":409,"code":"request_id_reused"}, should be {"status":(200|402,)/,
  },
  'automatic payments without a notice': {
    rewrite: (statement) =>
      statement
        .replace('n.total_minor as "toldMinor"', 'r.remaining_minor * 2 as "toldMinor"')
        .replace('n.noticed_at as "toldAt"', 'i.created_at as "toldAt"'),
    detectedAs: /notice is not there/,
  },
  'a withdrawn consent still charges': {
    rewrite: replaceSql(
      'and c.withdrawn_at is null and m.removed_at is null',
      "and c.withdrawn_because is distinct from 'replaced'",
    ),
    detectedAs: /charge attempt .* should not be there/,
  },
  'used credit stays unapplied': {
    rewrite: replaceSql(
      'set "unapplied_minor" = $1 where',
      'set "unapplied_minor" = "unapplied_minor" + 0 * $1::bigint where',
    ),
    detectedAs: /payment .*: unapplied is "\d+", should be "\d+"/,
  },
  'credit is planned twice': {
    rewrite: replaceSql('coalesce(sum(u.planned_minor), 0)', '0 * coalesce(sum(u.planned_minor), 0)'),
    detectedAs: /should be {"status":409,"code":"amounts_changed"}|open-invoices\/ shows credit/,
  },
  'unapplied credit is not used first': {
    rewrite: replaceSql(
      "p.unapplied_minor > 0 and p.status = 'confirmed'",
      'p.unapplied_minor > 0 and false',
    ),
    detectedAs: /credit plan should not be there|open-invoices\/ shows credit|should be {"status":200}/,
  },
  'a ledger entry does not update its projection': {
    rewrite: replaceSql(
      'update customer_balances b set owed_minor = b.owed_minor + d.owed',
      'update customer_balances b set owed_minor = b.owed_minor',
    ),
    detectedAs: /a customer’s balance equals the remaining amounts/,
  },
  'daily totals restart with each entry': {
    rewrite: replaceSql('invoiced_minor = d.invoiced_minor + excluded', 'invoiced_minor = excluded'),
    detectedAs: /a day’s totals equal the sums of its ledger entries/,
  },
  'refunds stay in the collected amount': {
    rewrite: replaceSql(
      'sum(d.collected_minor)::bigint as collected from',
      'sum(abs(d.collected_minor))::bigint as collected from',
    ),
    detectedAs: /I15: .* shows collected_30_days/,
  },
  'a late fee twice in a period': {
    rewrite: (statement) =>
      statement
        .replace('max(x.day) filter (where x.rule_id is not null) as last_on', 'null::date as last_on')
        .replace('filter (where x.rule_id = k.rule_id) as periods', 'filter (where false) as periods')
        .replace(
          'f.plan_id, f.period, f.day',
          'f.plan_id, case when f.plan_id is null then abs(hashtext(f.id::text)) end, f.day',
        ),
    detectedAs: /late fee .* should not be there/,
  },
  'late fees on late fees without compounding': {
    rewrite: replaceSql('i.fees_minor as "feesMinor"', '0::bigint as "feesMinor"'),
    detectedAs: /late fee .*: amount is "\d+", should be "\d+"|late fee .* should not be there/,
  },
  'the cap of late fees is ignored': {
    rewrite: (statement) =>
      statement.startsWith('select * from "late_fee_rules"')
        ? statement.replace('select *', 'select *, null::bigint as cap_minor, null::int as cap_ppm')
        : statement,
    detectedAs: /late fee .*: amount is "\d+", should be "\d+"|late fee .* should not be there/,
  },
  'late fees count from what was paid too': {
    rewrite: replaceSql(
      'i.fees_minor as "feesMinor", r.remaining_minor as "remainingMinor"',
      'i.fees_minor as "feesMinor", i.total_minor as "remainingMinor"',
    ),
    detectedAs: /late fee .*: amount is "\d+", should be "\d+"|late fee .* should not be there/,
  },
  'late fees while a payment is pending': {
    rewrite: replaceSql('r.reserved_minor as "reservedMinor"', '0::bigint as "reservedMinor"'),
    // Notices of automatic payments read the reserved amount in the same way.
    detectedAs: /(late fee .*|notice) should not be there/,
  },
  'late fees after the payment of all that was owed': {
    rewrite: (statement) =>
      statement.includes('late_fee_rules u')
        ? statement
            .replaceAll('r.remaining_minor > 0 and', '')
            .replace('r.remaining_minor as "remainingMinor"', 'i.total_minor as "remainingMinor"')
        : statement,
    detectedAs: /late fee .* should not be there|late fee .*: amount is/,
  },
  'a statement leaves out the entries of its last day': {
    rewrite: (statement) =>
      statement.includes('with entries as')
        ? statement.replace('and e.booked_on <= ', 'and e.booked_on < ')
        : statement,
    detectedAs: /statement should not be there|\/statement\/ shows|should be {"status":200}/,
  },
  'the shared report ignores credits and write-offs': {
    rewrite: replaceSql(
      'sum(d.owed_minor)::bigint as "owedMinor"',
      'sum(d.invoiced_minor - d.collected_minor)::bigint as "owedMinor"',
    ),
    detectedAs: /I15: POST \/api\/ista-report\/ .* shows months/,
  },
}
