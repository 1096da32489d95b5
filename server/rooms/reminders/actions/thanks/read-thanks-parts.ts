import type { Language } from '../../../../../domain/mails/languages.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { type ChosenTexts, chooseMailTexts, type TemplateTexts } from '../../../mail-templates/index.ts'
import type { ReminderCustomer } from '../../store/customers.ts'
import type { DueRow } from '../../store/find-due.ts'
import { readLetter } from '../engine/read-letter.ts'
import { readSender, type Sender, signedBy } from '../senders/read-sender.ts'

export interface ThanksParts extends Awaited<ReturnType<typeof readLetter>> {
  readonly customerName: string
  readonly texts: ChosenTexts
  readonly language: Language
  /** Text of a person for this message alone, as it is to be read; null uses the account's or the built-in one. */
  readonly ownText: TemplateTexts | null
  readonly sender: Sender | null
  /** The first paid first. */
  readonly steps: readonly DueRow[]
}

/** Reads what a thank-you about these steps says. */
export async function readThanksParts(
  ctx: Ctx,
  customer: ReminderCustomer,
  steps: readonly DueRow[],
  ownText: TemplateTexts | null,
): Promise<ThanksParts> {
  const letter = await readLetter(ctx)
  const sender = await readSender(ctx, steps[0]!.sender)
  return {
    ...letter,
    customerName: customer.name,
    letterhead: signedBy(letter.letterhead, sender),
    sender,
    ...(await chooseMailTexts(ctx, 'thank-you', customer.id)),
    ownText,
    steps: steps.toSorted((a, b) => (a.paidOn! < b.paidOn! ? -1 : 1)),
  }
}
