import type { Clock } from '../platform/clock.ts'
import { asDate } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import type { Db } from '../platform/db/database.ts'
import { newId } from '../platform/ids.ts'
import type { MailTransport } from '../platform/mail/outbox.ts'
import { createSmtpTransport } from '../platform/mail/transport.ts'

/** SMTP where SMTP_URL is set; the demo's own mailbox in demo mode; otherwise messages wait, queued, and say why. */
export function chooseMailTransport(config: Config, db: Db, clock: Clock): MailTransport {
  if (config.smtpUrl) return createSmtpTransport(config.smtpUrl, config.mailFrom)
  if (config.demo) return demoMailbox(db, clock)
  return {
    deliver: async () => ({ ok: false, permanent: false, reason: 'no mail server is configured (SMTP_URL)' }),
    close: async () => {},
  }
}

function demoMailbox(db: Db, clock: Clock): MailTransport {
  return {
    async deliver(message) {
      await db
        .insertInto('demo_mailbox')
        .values({
          id: newId(clock.wallNow()),
          to_address: message.to,
          from_name: message.fromName,
          subject: message.subject,
          text_body: message.text,
          html_body: message.html,
          attachments: JSON.stringify(
            message.attachments.map((file) => ({
              name: file.name,
              media_type: file.mediaType,
              content_base64: file.bytes.toString('base64'),
            })),
          ),
          sent_at: asDate(Date.parse(message.sentAt)),
        })
        .execute()
      return { ok: true }
    },
    close: async () => {},
  }
}
