export interface SmtpAddress {
  readonly host: string
  readonly port: number
  readonly secure: boolean
  readonly auth?: { readonly user: string; readonly pass: string }
}

/** `offered`: over TLS where the server offers it. */
export type SmtpTls = 'required' | 'offered'

/**
 * Reads smtp://user:password@host:587 or smtps://… (TLS from the start, port 465).
 * @throws Error when it is neither, or continues after the port, as it does with an unescaped password; the message
 * doesn't repeat the address, which may contain a password
 */
export function readSmtpUrl(smtpUrl: string): SmtpAddress {
  const url = URL.parse(smtpUrl)
  const secure = url?.protocol === 'smtps:'
  const user = decoded(url?.username ?? '')
  const pass = decoded(url?.password ?? '')
  if (!url?.hostname || (!secure && url.protocol !== 'smtp:') || user === null || pass === null)
    throw new Error(
      'SMTP_URL has to look like smtp://user:password@host:587 or smtps://user:password@host:465.',
    )
  if (url.search || url.hash || !['', '/'].includes(url.pathname))
    throw new Error(
      'SMTP_URL has text after its host and port. Write /, ? and # in a user or password as %2F, %3F and %23.',
    )
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const address = { host, port: Number(url.port) || (secure ? 465 : 587), secure }
  return user === '' ? address : { ...address, auth: { user, pass } }
}

/**
 * True where an email may leave only over TLS, even if the server does not offer it: somebody on the way could have removed the
 * offer. Port 587 belongs to servers that take mail from programs, and they all offer it.
 */
export const requiresTls = ({ port, secure }: SmtpAddress, setting: SmtpTls): boolean =>
  setting === 'required' || secure || port === 587

/** Returns null for an invalid percent escape. */
function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
