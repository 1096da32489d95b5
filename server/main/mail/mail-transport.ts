import type { Config } from '../../platform/config.ts'
import type { Db } from '../../platform/db/database.ts'
import { demoMailbox } from '../../platform/mail/demo-mailbox.ts'
import type { MailTransport } from '../../platform/mail/transport/mail-transport.ts'
import { createSmtpTransport } from '../../platform/mail/transport/transport.ts'

/** True where emails are delivered to the demo's mailbox, which /dev/mail shows. */
export const usesDemoMailbox = (config: Config): boolean => config.demo && config.smtpUrl === undefined

/**
 * SMTP where SMTP_URL is set, the demo's mailbox in demo mode; otherwise messages stay queued with a reason.
 */
export function chooseMailTransport(config: Config, db: Db): MailTransport {
  if (config.smtpUrl)
    return createSmtpTransport(config.smtpUrl, config.mailFrom, { dkim: config.dkim, tls: config.smtpTls })
  if (usesDemoMailbox(config)) return demoMailbox(db)
  return {
    deliver: async () => ({ ok: false, permanent: false, reason: 'no mail server is configured (SMTP_URL)' }),
    close: async () => {},
  }
}
