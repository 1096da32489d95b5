import { DAY_MS } from '../../../domain/dates/durations.ts'
import { asDate } from '../clock.ts'
import type { Ctx } from '../context.ts'
import { removeStoredFile } from '../files.ts'
import type { Schedule } from '../registry.ts'

/** Equals the life of a pay link. Until then a message may be needed as evidence. */
const KEPT_MS = 90 * DAY_MS
const MAX_BATCH = 200

/** Types of related objects whose sending is part of their history. */
const HISTORIES = ['invoice', 'payment']

/**
 * Deletes old messages. Those about an invoice or a payment lose their text and attachments and keep
 * recipient and time; all others are deleted entirely.
 */
export const forgetOldMail: Schedule = {
  name: 'mail.forget-old-mail',
  run: (uow) => uow.transaction(forget),
  nextDue: (uow) => uow.transaction(nextForgottenAt),
}

/** Returns when the oldest message with a text may be forgotten, in epoch ms. */
export async function nextForgottenAt(ctx: Ctx): Promise<number | null> {
  const { at } = await ctx.db
    .selectFrom('mail_messages')
    .select(({ fn }) => fn.min('created_at').as('at'))
    .where('account_id', '=', ctx.accountId)
    .where('text_body', '<>', '')
    .executeTakeFirstOrThrow()
  return at === null ? null : at.getTime() + KEPT_MS + 1
}

async function forget(ctx: Ctx): Promise<void> {
  const old = await ctx.db
    .selectFrom('mail_messages')
    .select(['id', 'related_type', 'attachments'])
    .where('account_id', '=', ctx.accountId)
    .where('text_body', '<>', '')
    .where('status', 'in', ['sent', 'failed', 'unknown'])
    .where('created_at', '<', asDate(ctx.now - KEPT_MS))
    .orderBy('created_at')
    .limit(MAX_BATCH)
    .forUpdate()
    .skipLocked()
    .execute()
  for (const message of old) {
    if (HISTORIES.includes(message.related_type ?? '')) await empty(ctx, message.id)
    else await remove(ctx, message.id)
    // A picture with a content id is the company's logo, which stays stored.
    for (const file of message.attachments)
      if (file.cid === undefined) await removeStoredFile(ctx, file.fileId)
  }
}

async function empty(ctx: Ctx, id: string): Promise<void> {
  await ctx.db
    .updateTable('mail_messages')
    .set({ text_body: '', html_body: '', unsubscribe_url: '', attachments: '[]' })
    .where('account_id', '=', ctx.accountId)
    .where('id', '=', id)
    .execute()
}

async function remove(ctx: Ctx, id: string): Promise<void> {
  await ctx.db
    .deleteFrom('mail_messages')
    .where('account_id', '=', ctx.accountId)
    .where('id', '=', id)
    .execute()
}
