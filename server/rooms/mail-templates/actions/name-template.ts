import { isWordedKind } from '../../../../domain/mails/mail-kind-names.ts'
import { MAIL_KINDS } from '../../../../domain/mails/mail-kinds.ts'
import type { Ctx } from '../../../platform/context.ts'
import { isId } from '../../../platform/ids.ts'
import { refuse } from '../../../platform/refusal.ts'
import { readTemplate } from './read-template.ts'

/** Returns the name of a kind of mail or of a reminder template. Refuses not_found. */
export async function nameTemplate(ctx: Ctx, template: string): Promise<string> {
  if (isWordedKind(template)) return MAIL_KINDS[template].name
  if (!isId(template)) throw refuse('not_found')
  return (await readTemplate(ctx, template)).name
}
