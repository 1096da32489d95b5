import { asDate } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import type { Db } from '../platform/db/database.ts'
import type { MailTransport, OutgoingMail } from '../platform/mail/mail-transport.ts'
import { createSmtpTransport } from '../platform/mail/transport.ts'

/** True where emails are delivered to the demo's mailbox, which /dev/mail shows. */
export const usesDemoMailbox = (config: Config): boolean => config.demo && config.smtpUrl === undefined

/**
 * SMTP where SMTP_URL is set, the demo's mailbox in demo mode; otherwise messages stay queued with a reason.
 */
export function chooseMailTransport(config: Config, db: Db): MailTransport {
  if (config.smtpUrl) return createSmtpTransport(config.smtpUrl, config.mailFrom)
  if (usesDemoMailbox(config)) return demoMailbox(db)
  return {
    deliver: async () => ({ ok: false, permanent: false, reason: 'no mail server is configured (SMTP_URL)' }),
    close: async () => {},
  }
}

function demoMailbox(db: Db): MailTransport {
  return {
    async deliver(message) {
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
