import type { contract } from '../../../../contract/index.ts'
import type { HandlerReplyOf } from '../../../../contract/route.ts'
import type { AuditTexts } from '../../../../domain/accounts/audit-areas.ts'
import { type AuditRow, actorName, describeEntry, type Names } from './describe-entry.ts'
import { factsOf } from './present-facts.ts'

export type AuditLogReply = HandlerReplyOf<typeof contract.auditLog.list>
type EntryReply = AuditLogReply['results'][number]

export interface Seal {
  readonly number: bigint
  readonly digest: Uint8Array
  readonly madeAt: Date
}

export const hexOf = (digest: Uint8Array): string => Buffer.from(digest).toString('hex')

export const presentSeal = ({ number, digest, madeAt }: Seal) => ({
  number: Number(number),
  hash: hexOf(digest),
  made: madeAt.toISOString(),
})

export const sealOf = (row: AuditRow): Seal | null =>
  row.sealNumber === null || row.sealDigest === null || row.sealedAt === null
    ? null
    : { number: row.sealNumber, digest: row.sealDigest, madeAt: row.sealedAt }

export function presentEntry(row: AuditRow, names: Names, texts: AuditTexts): EntryReply {
  const seal = sealOf(row)
  return {
    pk: row.id,
    at: row.at.toISOString(),
    actor: {
      kind: row.actorKind,
      pk: row.actorId,
      name: actorName(row, names),
      label: row.actorLabel,
    },
    action: row.action,
    ...describeEntry(row, names, texts),
    object: { type: row.objectType, pk: row.objectId },
    page: pageOfRecord(row, names),
    ip: row.ip,
    request_id: row.requestId,
    facts: factsOf(row, names),
    seal: seal && presentSeal(seal),
  }
}

/** The page that shows an entry’s record; null when it is gone or has none. */
export function pageOfRecord({ objectId }: AuditRow, names: Names): EntryReply['page'] {
  const record = objectId === null ? undefined : names.get(objectId)
  if (record === undefined) return null
  switch (record.kind) {
    case 'user':
    case 'portal_user':
      return null
    case 'payment_case':
      return { kind: 'payment-cases', pk: record.id }
    case 'payment_plan':
      return { kind: 'payment-plan', pk: record.id }
    case 'credit_memo':
      return { kind: 'credit-memo', pk: record.id }
    default:
      return { kind: record.kind, pk: record.id }
  }
}
