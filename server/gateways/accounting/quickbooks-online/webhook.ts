import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { PlatformEvent, RemoteKind } from '../port.ts'

const KINDS: Readonly<Record<string, RemoteKind>> = {
  customer: 'customer',
  invoice: 'invoice',
  creditmemo: 'credit_memo',
  payment: 'payment',
}
const OPERATIONS: Readonly<Record<string, PlatformEvent['operation']>> = {
  delete: 'deleted',
  deleted: 'deleted',
  merge: 'merged',
  merged: 'merged',
}

const id = z.string().min(1).max(200)

/** CloudEvents 1.0, which Intuit sends since 2026. */
const cloudEvents = z
  .array(
    z.object({
      id,
      type: z.string().max(200),
      intuitentityid: id,
      intuitaccountid: id,
      data: z.looseObject({ deletedid: id.optional() }).nullish(),
    }),
  )
  .max(1000)

const formerEvents = z.object({
  eventNotifications: z
    .array(
      z.object({
        realmId: id,
        dataChangeEvent: z.object({
          entities: z
            .array(
              z.object({
                name: z.string().max(100),
                id,
                operation: z.string().max(40),
                lastUpdated: z.string().max(60).default(''),
                deletedId: id.optional(),
              }),
            )
            .max(1000),
        }),
      }),
    )
    .max(1000),
})

/** Type of a CloudEvent: 'qbo.invoice.updated.v1'. */
const TYPE = /^qbo\.(?<entity>[a-z]+)\.(?<operation>[a-z]+)\.v\d+$/i

/**
 * Reads a webhook whose header `intuit-signature` is the base64 HMAC-SHA256 of the body with the installation's verifier token. Null
 * for a wrong signature. A signed message of an unknown form has no events: the next sync by schedule reads what it was about.
 */
export function readWebhook(
  verifierToken: string,
  headers: Readonly<Record<string, string | undefined>>,
  body: Buffer,
): readonly PlatformEvent[] | null {
  const given = Buffer.from(headers['intuit-signature'] ?? '', 'base64')
  const right = createHmac('sha256', verifierToken).update(body).digest()
  if (given.length !== right.length || !timingSafeEqual(given, right)) return null
  const message = parse(body)
  const current = cloudEvents.safeParse(message)
  if (current.success) return current.data.map(readCloudEvent)
  const former = formerEvents.safeParse(message)
  return former.success ? former.data.eventNotifications.flatMap(readFormer) : []
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return null
  }
}

function readCloudEvent(event: z.output<typeof cloudEvents>[number]): PlatformEvent {
  const { entity = '', operation = '' } = TYPE.exec(event.type)?.groups ?? {}
  return eventOf({
    company: event.intuitaccountid,
    eventId: event.id,
    entity,
    operation,
    remoteId: event.intuitentityid,
    mergedFrom: event.data?.deletedid,
    raw: event,
  })
}

/** An event of the former form has no id, so that the record, its change and the instant make one. */
const readFormer = ({
  realmId,
  dataChangeEvent,
}: z.output<typeof formerEvents>['eventNotifications'][number]): PlatformEvent[] =>
  dataChangeEvent.entities.map((one) =>
    eventOf({
      company: realmId,
      eventId: [one.name, one.id, one.operation, one.lastUpdated, one.deletedId ?? ''].join('|'),
      entity: one.name,
      operation: one.operation,
      remoteId: one.id,
      mergedFrom: one.deletedId,
      raw: one,
    }),
  )

function eventOf(given: {
  readonly company: string
  readonly eventId: string
  readonly entity: string
  readonly operation: string
  readonly remoteId: string
  readonly mergedFrom: string | undefined
  readonly raw: object
}): PlatformEvent {
  const operation = OPERATIONS[given.operation.toLowerCase()] ?? 'changed'
  const isMerge = operation === 'merged' && given.mergedFrom !== undefined
  return {
    company: given.company,
    eventId: given.eventId,
    kind: KINDS[given.entity.toLowerCase()] ?? 'other',
    operation: operation === 'merged' && !isMerge ? 'changed' : operation,
    remoteId: given.remoteId,
    mergedFrom: isMerge ? given.mergedFrom! : null,
    raw: JSON.stringify(given.raw),
  }
}
