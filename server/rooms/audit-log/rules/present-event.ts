import type { contract } from '../../../../contract/index.ts'
import type { HandlerReplyOf } from '../../../../contract/route.ts'
import type { EventType } from '../../../../domain/accounts/event-types.ts'
import { formatAmount, isCurrency } from '../../../../domain/money/money.ts'
import { type AuditRow, actorName, idsIn, type Names, type RecordName } from './describe-entry.ts'
import { pageOfRecord } from './present-entry.ts'

/** An audit entry that is an event, with the customer whose record it is about. */
export interface EventRow extends AuditRow {
  readonly customerId: string | null
}

export type EventReply = HandlerReplyOf<typeof contract.events.list>['results'][number]

/** Returns all ids whose names the events need. */
export function idsInEvents(rows: readonly EventRow[]): Set<string> {
  const ids = idsIn(rows)
  for (const { customerId } of rows) if (customerId !== null) ids.add(customerId)
  return ids
}

export function presentEvent(row: EventRow, type: EventType, names: Names): EventReply {
  const { detail } = row
  const record = row.objectId === null ? undefined : names.get(row.objectId)
  const customer = row.customerId === null ? undefined : names.get(row.customerId)
  return {
    pk: row.id,
    at: row.at.toISOString(),
    type,
    actor: { kind: row.actorKind, name: actorName(row, names) },
    label: record?.label ?? firstText(detail.number, detail.short_name, detail.processor, detail.platform),
    ...amountOf(detail, record),
    note:
      // The reason quotes the mail server, which is for readers of the audit log alone.
      type.startsWith('message.')
        ? firstText(detail.to)
        : firstText(detail.reason, detail.because, detail.code, detail.to, detail.email),
    page: pageOfRecord(row, names),
    customer: customer === undefined ? null : { pk: customer.id, short_name: customer.label },
  }
}

/** The amount that the writer of the entry recorded; the record's own total where that was the amount. */
function amountOf(
  detail: EventRow['detail'],
  record: RecordName | undefined,
): Pick<EventReply, 'amount' | 'currency'> {
  const recorded = detail.amountMinor ?? detail.amount_minor ?? detail.total_minor
  const minor = typeof recorded === 'string' ? BigInt(recorded) : record?.totalMinor
  const currency = detail.currency ?? record?.currency
  if (minor == null || typeof currency !== 'string' || !isCurrency(currency))
    return { amount: null, currency: null }
  return { amount: formatAmount(minor, currency), currency }
}

/** The first text, or the texts of the first list; empty for none. */
function firstText(...values: readonly unknown[]): string {
  const value = values.find((one) => (typeof one === 'string' && one !== '') || Array.isArray(one))
  return Array.isArray(value) ? value.map(String).join(', ') : String(value ?? '')
}
