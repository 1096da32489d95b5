import { createHmac } from 'node:crypto'
import { SECRET_PREFIX } from '../rules/webhook-secret.ts'

export interface SignedMessage {
  readonly id: string
  /** Unix time in seconds. */
  readonly timestampS: number
  readonly body: string
}

/** Returns the value of webhook-signature: one signature for each secret. */
export const signWebhook = ({ id, timestampS, body }: SignedMessage, secrets: readonly string[]): string =>
  secrets
    .map((secret) => {
      const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64')
      return `v1,${createHmac('sha256', key).update(`${id}.${timestampS}.${body}`).digest('base64')}`
    })
    .join(' ')
