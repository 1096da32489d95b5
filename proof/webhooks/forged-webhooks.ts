import type { SignedWebhook, WebhookReceiver } from './webhook-receiver.ts'

/** A webhook that is not genuine, or is genuine and about an unknown object. */
export interface ForgedWebhook {
  /** The expected reply: a genuine webhook about an unknown object is accepted. */
  readonly reply: 'refused' | 'accepted'
  send(receiver: WebhookReceiver, about: { readonly id: string; readonly charge: string }): Promise<number>
}

const refused = (send: ForgedWebhook['send']): ForgedWebhook => ({ reply: 'refused', send })

const withBody = ({ headers }: SignedWebhook, body: Buffer): SignedWebhook => ({ headers, body })

export const FORGED_WEBHOOKS = {
  'a forged signature': refused((receiver, about) => {
    const { headers, body } = receiver.sign(about)
    const signature = headers['sandbox-signature']!
    const last = signature.endsWith('0') ? '1' : '0'
    return receiver.send({ headers: { 'sandbox-signature': signature.slice(0, -1) + last }, body })
  }),
  'no signature': refused((receiver, about) =>
    receiver.send({ headers: {}, body: receiver.sign(about).body }),
  ),
  'another body under a good signature': refused((receiver, about) => {
    const webhook = receiver.sign(about)
    return receiver.send(
      withBody(webhook, Buffer.from(webhook.body.toString().replace('updated', 'cleared'))),
    )
  }),
  'an old timestamp': refused((receiver, about) =>
    receiver.send(receiver.sign({ ...about, agoMs: 301_000 })),
  ),
  'a timestamp in the future': refused((receiver, about) =>
    receiver.send(receiver.sign({ ...about, agoMs: -302_000 })),
  ),
  'the secret of another tenant': refused((receiver, about) =>
    receiver.send(receiver.sign({ ...about, secretOf: receiver.rival.accountId })),
  ),
  'the account of another tenant': refused((receiver, about) =>
    receiver.send(receiver.sign({ ...about, account: receiver.rival.accountId })),
  ),
  'the address of another tenant': refused((receiver, about) =>
    receiver.send(receiver.sign(about), receiver.rival.accountId),
  ),
  'a truncated body': refused((receiver, about) => {
    const webhook = receiver.sign(about)
    return receiver.send(withBody(webhook, webhook.body.subarray(0, webhook.body.length - 7)))
  }),
  'an unknown object': {
    reply: 'accepted',
    send: (receiver, { id }) =>
      receiver.send(receiver.sign({ id: `${id}_unknown`, charge: 'sbc_nobodyknowsthisone' })),
  },
} as const satisfies Readonly<Record<string, ForgedWebhook>>
