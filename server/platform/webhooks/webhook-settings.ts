import { z } from 'zod'

export const webhookSettings = { WEBHOOKS_TO_LOOPBACK: z.enum(['on', 'off']).default('off') }

export interface WebhookSettings {
  /** Lets webhooks reach programs on this machine by http. Never true in production. */
  readonly webhooksToLoopback: boolean
}

export const readWebhooks = (
  { WEBHOOKS_TO_LOOPBACK }: z.output<z.ZodObject<typeof webhookSettings>>,
  production: boolean,
): WebhookSettings => ({ webhooksToLoopback: WEBHOOKS_TO_LOOPBACK === 'on' && !production })
