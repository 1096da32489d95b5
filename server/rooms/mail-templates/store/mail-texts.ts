import { sql } from 'kysely'
import { asDate } from '../../../platform/clock.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { TemplateTexts } from '../rules/template-problem.ts'
import type { MailTextRow } from '../tables.ts'

/** One text: `template` is a kind of mail or the id of a reminder template. */
export interface TextKey {
  readonly template: string
  readonly language: string
}

export const selectMailTexts = (ctx: Ctx): Promise<MailTextRow[]> =>
  ctx.db
    .selectFrom('mail_texts')
    .selectAll()
    .where('account_id', '=', ctx.accountId)
    .orderBy('template')
    .orderBy('language')
    .execute()

/** Returns null when the account has no text of its own. */
export async function findMailText(ctx: Ctx, key: TextKey): Promise<TemplateTexts | null> {
  const texts = await findMailTexts(ctx, [key.template])
  return texts(key)
}

/** Reads the account's own texts of templates in all languages. */
export async function findMailTexts(
  ctx: Ctx,
  templates: readonly string[],
): Promise<(key: TextKey) => TemplateTexts | null> {
  const rows = await ctx.db
    .selectFrom('mail_texts')
    .select(['template', 'language', 'subject', 'body'])
    .where('account_id', '=', ctx.accountId)
    .where(sql<boolean>`template = any(${templates}::text[])`)
    .execute()
  return (key) => {
    const found = rows.find((row) => row.template === key.template && row.language === key.language)
    return found ? { subject: found.subject, body: found.body } : null
  }
}

export async function upsertMailText(
  ctx: Ctx,
  { template, language }: TextKey,
  { subject, body }: TemplateTexts,
): Promise<void> {
  const values = { subject, body, updated_at: asDate(ctx.now) }
  await ctx.db
    .insertInto('mail_texts')
    .values({ account_id: ctx.accountId, template, language, ...values })
    .onConflict((conflict) => conflict.columns(['account_id', 'template', 'language']).doUpdateSet(values))
    .execute()
}

/** Returns whether there was one. */
export async function deleteMailText(ctx: Ctx, { template, language }: TextKey): Promise<boolean> {
  const result = await ctx.db
    .deleteFrom('mail_texts')
    .where('account_id', '=', ctx.accountId)
    .where('template', '=', template)
    .where('language', '=', language)
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}

/** A customer as the reader of a mail. */
export interface Reader {
  readonly name: string
  /** BCP 47 tag; null for the account's language. */
  readonly language: string | null
}

export async function readReader(ctx: Ctx, customerId: string): Promise<Reader> {
  const readers = await readReaders(ctx, [customerId])
  return readers.get(customerId)!
}

/** Returns customers as readers, by their ids. */
export async function readReaders(
  ctx: Ctx,
  customerIds: readonly string[],
): Promise<ReadonlyMap<string, Reader>> {
  const { rows } = await sql<Reader & { id: string }>`
    select id, short_name as name, language from customers
    where account_id = ${ctx.accountId} and id = any(${customerIds}::uuid[])`.execute(ctx.db)
  return new Map(rows.map(({ id, ...reader }) => [id, reader]))
}
