import type { MailAttachment } from '../message-parts.ts'

/** A message ready to send: its parts are rendered and its address is checked. */
export interface OutgoingMail {
  readonly id: string
  readonly to: string
  readonly fromName: string
  /** Address for replies; absent where nobody reads them. */
  readonly replyTo?: string | undefined
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly attachments: readonly MailAttachment[]
  /** ISO instant by the product's clock. */
  readonly sentAt: string
  /** Address to which mail servers report that it can't be delivered; the sender's own without one. */
  readonly returnPath?: string | undefined
  /** Id of the stored message that this one follows. */
  readonly inReplyTo?: string | undefined
  readonly unsubscribeUrl?: string | undefined
}

export type Delivery =
  | { readonly ok: true }
  | {
      readonly ok: false
      /** True when the server would refuse the same message again. */
      readonly permanent: boolean
      /** True when the connection broke after the whole message was sent: it may have arrived. */
      readonly maybeDelivered?: boolean
      /** True when the server refused the address rather than this message. */
      readonly refusesAddress?: boolean
      readonly reason: string
    }

/** SMTP where it is configured, the demo's mailbox otherwise. Never throws. */
export interface MailTransport {
  deliver(message: OutgoingMail): Promise<Delivery>
  close(): Promise<void>
}
