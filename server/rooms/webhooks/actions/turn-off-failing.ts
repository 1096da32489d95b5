import { audit } from '../../../platform/audit.ts'
import { asDate } from '../../../platform/clock.ts'
import type { Ctx } from '../../../platform/context.ts'
import { renderMail } from '../../../platform/mail/layout.ts'
import { queueMail } from '../../../platform/mail/outbox.ts'
import { ownersOf } from '../../accounts/index.ts'
import { giveUpWaiting } from '../store/deliveries.ts'
import { changeEndpoint } from '../store/endpoints.ts'
import type { EndpointRow } from '../tables.ts'

const PRODUCT = 'Quittance'

/** Turns off an endpoint that accepts nothing any more, and notifies the owners. */
export async function turnOffFailing(ctx: Ctx, { id, url }: EndpointRow): Promise<void> {
  await changeEndpoint(ctx, id, { state: 'failed', disabled_at: asDate(ctx.now) })
  await giveUpWaiting(ctx, id, 'The endpoint was turned off because it kept failing.')
  await audit(ctx, 'webhooks.turn-off', { type: 'webhook_endpoint', id }, { url })
  const { appOrigin } = ctx.app.config
  const { host } = new URL(url)
  const rendered = renderMail({
    company: { name: PRODUCT },
    subject: `Your webhook to ${host} was turned off`,
    preheader: 'It accepted no event for days.',
    heading: `Your webhook to ${host} was turned off`,
    paragraphs: [
      `${url} accepted none of our requests for days, or asked us to stop. We send it nothing until you turn it on again.`,
      'The log shows each request and its answer. What it missed can be replayed.',
    ],
    button: { label: 'Open the log', url: `${appOrigin}/settings/developers` },
    allowedOrigins: [appOrigin],
  })
  for (const to of await ownersOf(ctx))
    await queueMail(ctx, {
      kind: 'webhooks.turned-off',
      to,
      fromName: PRODUCT,
      ...rendered,
      related: { type: 'account', id: ctx.accountId },
    })
}
