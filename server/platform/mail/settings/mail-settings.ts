import { isIP } from 'node:net'
import { z } from 'zod'
import { readSmtpUrl, type SmtpTls } from '../transport/smtp-url.ts'
import { type DkimKey, readDkimKey } from './dkim-key.ts'

/** Sender of an installation that sets none. */
export const NO_SENDER = 'billing@quittance.localhost'

const DOMAIN = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/i
const SELECTOR = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/i
const domain = z.string().regex(DOMAIN, 'a domain is needed.').toLowerCase().optional()

/** Settings of outgoing mail and of the reports about it. */
export const mailSettings = {
  SMTP_URL: z.string().optional(),
  SMTP_TLS: z.enum(['required', 'offered']).default('offered'),
  MAIL_FROM: z.email().default(NO_SENDER),
  DKIM_DOMAIN: domain,
  DKIM_SELECTOR: z
    .string()
    .regex(SELECTOR, 'letters, digits and dashes are needed.')
    .toLowerCase()
    .optional(),
  DKIM_KEY_FILE: z.string().min(1).optional(),
  BOUNCE_DOMAIN: domain,
  BOUNCE_PORT: z.coerce.number().int().min(0).max(65535).optional(),
  BOUNCE_HOST: z.string().min(1).default('0.0.0.0'),
  DNS_SERVERS: z
    .string()
    .default('')
    .transform((text) =>
      text
        .split(',')
        .map((server) => server.trim())
        .filter((server) => server !== ''),
    )
    .refine(
      (servers) => servers.every(isNameServer),
      'addresses such as 192.0.2.1 or 192.0.2.1:53 are needed.',
    ),
} as const

/** An IPv4 address, or an IPv6 address that is in brackets when a port follows. */
function isNameServer(text: string): boolean {
  const [, bracketed, plain] = /^(?:\[([^\]]+)\](?::\d{1,5})?|([^:]+)(?::\d{1,5})?)$/.exec(text) ?? []
  return isIP(bracketed ?? plain ?? text) !== 0
}

type Values = z.output<z.ZodObject<typeof mailSettings>>

export interface MailSettings {
  readonly smtpUrl: string | undefined
  /** Whether emails also leave without TLS, where the mail server offers none. */
  readonly smtpTls: SmtpTls
  readonly mailFrom: string
  /** Signs emails; null where the mail server does it. */
  readonly dkim: DkimKey | null
  /** Domain of the return paths, to which mail servers report; undefined where reports are not received. */
  readonly bounceDomain: string | undefined
  /** Port on which a worker receives the reports; undefined where none does. */
  readonly bouncePort: number | undefined
  readonly bounceHost: string
  /** Name servers that are asked for DNS records; the machine's own when empty. */
  readonly dnsServers: readonly string[]
}

/**
 * Checks the settings together.
 * @throws Error with one sentence about the first that is wrong
 */
export function readMailSettings(values: Values): MailSettings {
  if (values.SMTP_URL !== undefined) readSmtpUrl(values.SMTP_URL)
  if (values.BOUNCE_PORT !== undefined && values.BOUNCE_DOMAIN === undefined)
    throw new Error('BOUNCE_PORT receives mail for BOUNCE_DOMAIN, which is not set.')
  return {
    smtpUrl: values.SMTP_URL,
    smtpTls: values.SMTP_TLS,
    mailFrom: values.MAIL_FROM,
    dkim: readDkim(values),
    bounceDomain: values.BOUNCE_DOMAIN,
    bouncePort: values.BOUNCE_PORT,
    bounceHost: values.BOUNCE_HOST,
    dnsServers: values.DNS_SERVERS,
  }
}

function readDkim({ DKIM_DOMAIN, DKIM_SELECTOR, DKIM_KEY_FILE }: Values): DkimKey | null {
  if (DKIM_DOMAIN === undefined && DKIM_SELECTOR === undefined && DKIM_KEY_FILE === undefined) return null
  if (DKIM_DOMAIN === undefined || DKIM_SELECTOR === undefined || DKIM_KEY_FILE === undefined)
    throw new Error('DKIM_DOMAIN, DKIM_SELECTOR and DKIM_KEY_FILE belong together: set all three or none.')
  return readDkimKey(DKIM_DOMAIN, DKIM_SELECTOR, DKIM_KEY_FILE)
}
