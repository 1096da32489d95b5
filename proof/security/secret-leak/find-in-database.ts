import { Secret as OneTimeKey } from 'otpauth'
import type pg from 'pg'
import { contains, type Secret } from './secret-watch.ts'

/** Keeps the text of an email until some time after its delivery (`platform/mail/forget-mail.ts`). */
const MAILS = 'public.mail_messages'

/** Returns a value's encodings: text, JSON, hexadecimal, base64, and the key of a base32 text. */
function encodingsOf(value: string): string[] {
  const bytes = Buffer.from(value)
  const key = /^[A-Z2-7]{16,}$/.test(value) ? [OneTimeKey.fromBase32(value).hex.toLowerCase()] : []
  return [value, JSON.stringify(value).slice(1, -1), bytes.toString('hex'), bytes.toString('base64'), ...key]
}

/**
 * Returns the secrets that any row of the database contains, with their tables. Bytes are hexadecimal there.
 */
export async function findInDatabase(client: pg.Client, secrets: readonly Secret[]): Promise<string[]> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'pgboss')`,
  )
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await client.query<{ all: string | null }>(
      `select string_agg(t::text, chr(10)) as all from ${name} t`,
    )
    const dumped = rows[0]!.all ?? ''
    for (const { value, mailed } of secrets)
      if (!(mailed && name === MAILS) && encodingsOf(value).some((text) => contains(dumped, text)))
        found.push(`${value} in ${name}`)
  }
  return found
}
