import type { PaymentCase } from '../../../../../contract/payments/payment-cases.ts'
import { formatAmount } from '../../../../../domain/money/money.ts'
import { isoInstant } from '../../../../platform/clock.ts'
import type { App } from '../../../../platform/context.ts'
import { CASE_TEXTS, caseDetail } from '../../rules/case-texts.ts'
import type { CaseRow } from '../../store/cases.ts'

/** A case in the shape of the API. */
export function showCase(app: App, row: CaseRow): PaymentCase {
  const booked = moneyOf(row.booked_minor, row.booked_currency)
  const observed = moneyOf(row.observed_minor, row.observed_currency)
  const name = app.processors.get(row.provider)?.name ?? row.provider
  return {
    pk: row.id,
    id: row.id,
    kind: row.kind,
    kind_display: CASE_TEXTS[row.kind],
    detail: caseDetail(row.kind, name, booked, observed),
    provider: row.provider,
    gateway_id: row.provider_ref,
    payment: row.payment_id === null ? null : { pk: row.payment_id, transaction_number: row.number ?? '' },
    booked: onWire(booked),
    observed: onWire(observed),
    opened_at: isoInstant(row.opened_at.getTime()),
    seen_at: isoInstant(row.seen_at.getTime()),
    closed_at: row.closed_at && isoInstant(row.closed_at.getTime()),
    note: row.note,
  }
}

type Money = { minor: bigint; currency: string } | null

const moneyOf = (minor: bigint | null, currency: string | null): Money =>
  minor === null || currency === null ? null : { minor, currency }

const onWire = (money: Money) =>
  money && { amount: formatAmount(money.minor, money.currency), currency: money.currency }
