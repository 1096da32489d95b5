import { createHmac } from 'node:crypto'
import type { Entity } from './books.ts'

export const VERIFIER_TOKEN = 'intuit-verifier-token-of-the-simulator'

/** A change that Intuit tells of. */
export interface WebhookChange {
  readonly entity: Entity
  readonly id: string
  readonly operation: 'Create' | 'Update' | 'Delete' | 'Void' | 'Merge'
  readonly deletedId?: string
  /** The event's own id; the same for a repeated delivery. */
  readonly eventId?: string
}

export interface WebhookForm {
  /** The form that Intuit sent until 2026. */
  readonly former?: boolean
  /** Signs with another key. */
  readonly token?: string
  /** About another company. */
  readonly realmId?: string
}

const PAST: Readonly<Record<WebhookChange['operation'], string>> = {
  Create: 'created',
  Update: 'updated',
  Delete: 'deleted',
  Void: 'voided',
  Merge: 'merged',
}

/** Signs a body as Intuit does. */
export const signWebhook = (body: string, token = VERIFIER_TOKEN): string =>
  createHmac('sha256', token).update(body).digest('base64')

/** Returns one signed message about changes of a company. */
export function webhookOf(
  realmId: string,
  changes: readonly WebhookChange[],
  now: () => number,
  form: WebhookForm = {},
): { readonly headers: Readonly<Record<string, string>>; readonly body: string } {
  const time = new Date(now()).toISOString() // the simulator's own clock
  const company = form.realmId ?? realmId
  const body = JSON.stringify(
    form.former ? formerMessage(company, changes, time) : message(company, changes, time),
  )
  return {
    headers: { 'content-type': 'application/json', 'intuit-signature': signWebhook(body, form.token) },
    body,
  }
}

const message = (realmId: string, changes: readonly WebhookChange[], time: string) =>
  changes.map(({ entity, id, operation, deletedId, eventId }) => ({
    specversion: '1.0',
    id: eventId ?? `${realmId}-${entity}-${id}-${PAST[operation]}-${time}`,
    source: 'intuit.dsnBgbseACLLRZNxo2dfc4evmEJdxde58xeeYcZliOU=',
    type: `qbo.${entity.toLowerCase()}.${PAST[operation]}.v1`,
    datacontenttype: 'application/json',
    time,
    intuitentityid: id,
    intuitaccountid: realmId,
    data: deletedId === undefined ? {} : { deletedid: deletedId },
  }))

const formerMessage = (realmId: string, changes: readonly WebhookChange[], time: string) => ({
  eventNotifications: [
    {
      realmId,
      dataChangeEvent: {
        entities: changes.map(({ entity, id, operation, deletedId }) => ({
          name: entity,
          id,
          operation,
          lastUpdated: time,
          ...(deletedId !== undefined && { deletedId }),
        })),
      },
    },
  ],
})
