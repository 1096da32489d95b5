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
  const row = await ctx.db
    .selectFrom('mail_texts')
    .select(['subject', 'body'])
    .where('account_id', '=', ctx.accountId)
    .where('template', '=', key.template)
    .where('language', '=', key.language)
    .executeTakeFirst()
  return row ?? null
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
  const { rows } = await sql<Reader>`
    select short_name as name, language from customers
    where account_id = ${ctx.accountId} and id = ${customerId}`.execute(ctx.db)
  return rows[0]!
}
