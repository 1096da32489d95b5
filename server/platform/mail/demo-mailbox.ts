import { asDate } from '../clock.ts'
import type { Db } from '../db/database.ts'
import type { MailTransport, OutgoingMail } from './transport/mail-transport.ts'

/** Addresses that the mailbox refuses, to try what happens then. */
export const UNDELIVERABLE_DOMAIN = 'undeliverable.test'

/** Delivers to a table, which the demo shows as a mailbox. */
export function demoMailbox(db: Db): MailTransport {
  return {
    async deliver(message) {
      if (message.to.endsWith(`@${UNDELIVERABLE_DOMAIN}`))
        return { ok: false, permanent: true, reason: '550 5.1.1 No such mailbox' }
      await db
        .insertInto('demo_mailbox')
        .values({
          // A message that is sent again under its Message-ID is a duplicate, as a mailbox would detect.
          id: message.id,
          to_address: message.to,
          from_name: message.fromName,
          subject: message.subject,
          text_body: message.text,
          html_body: withPictures(message),
          attachments: JSON.stringify(
            attached(message).map((file) => ({
              name: file.name,
              media_type: file.mediaType,
              content_base64: file.bytes.toString('base64'),
            })),
          ),
          sent_at: asDate(Date.parse(message.sentAt)),
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      return { ok: true }
    },
    close: async () => {},
  }
}

const attached = ({ attachments }: OutgoingMail) => attachments.filter(({ cid }) => cid === undefined)

/** Inlines attached pictures into the HTML, where a page can show them. */
const withPictures = ({ html, attachments }: OutgoingMail): string =>
  attachments.reduce(
    (shown, { cid, mediaType, bytes }) =>
      cid === undefined
        ? shown
        : shown.replaceAll(`cid:${cid}`, `data:${mediaType};base64,${bytes.toString('base64')}`),
    html,
  )
