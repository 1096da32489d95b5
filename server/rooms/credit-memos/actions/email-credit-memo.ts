import type { Ctx } from '../../../platform/context.ts'
import { queueMail } from '../../../platform/mail/outbox.ts'
import { consumeMailRateLimit } from '../../accounts/index.ts'
import { storeDocument } from '../../documents/index.ts'
import { composeMail } from '../../mail-templates/index.ts'
import { readMemoFacts } from '../store/memos.ts'
import { readCreditMemoDocument } from './read-credit-memo-document.ts'

/** Queues one email with the memo's PDF for each address. Refuses too_many_requests. */
export async function emailCreditMemo(ctx: Ctx, id: string, addresses: readonly string[]): Promise<void> {
  if (addresses.length === 0) return
  await consumeMailRateLimit(ctx, addresses.length)
  const memo = (await readMemoFacts(ctx, id))!
  const pdf = await readCreditMemoDocument(ctx, id)
  const fileId = await storeDocument(ctx, pdf)
  const { attachments, ...mail } = await composeMail(ctx, 'credit-memo', memo.customerId, memo)
  for (const to of addresses)
    await queueMail(ctx, {
      kind: 'credit-memos.memo',
      to,
      ...mail,
      attachments: [...attachments, { fileId, name: pdf.name }],
      related: { type: 'credit_memo', id },
    })
}
