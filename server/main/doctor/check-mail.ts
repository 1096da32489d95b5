import type { Config } from '../../platform/config.ts'
import { verifySmtp } from '../../platform/mail/transport/transport.ts'
import { reasonOf } from '../../platform/reason-of.ts'
import { type Finding, ok, problem, skipped } from './finding.ts'

/** Whether the mail server can be reached, offers TLS and takes the login. Sends nothing. */
export async function checkMail({ smtpUrl, smtpTls }: Config): Promise<Finding> {
  if (smtpUrl === undefined) return skipped('mail: SMTP_URL is not set, so no mail server was tried')
  const { host } = new URL(smtpUrl)
  try {
    await verifySmtp(smtpUrl, smtpTls)
    return ok(`mail: ${host} takes the login`)
  } catch (error) {
    return problem(
      `mail: ${host} can't be used: ${reasonOf(error)}`,
      'Check the address, the port and the login of SMTP_URL, and that a firewall lets them pass.',
    )
  }
}
