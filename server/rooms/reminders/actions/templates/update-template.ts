import { audit } from '../../../../platform/audit.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { lockSettings, mergeChanges } from '../../../accounts/index.ts'
import {
  checkTexts,
  readTemplate,
  selectMailTexts,
  selectTemplates,
  type TemplateFields,
  updateTemplate as write,
} from '../../../mail-templates/index.ts'
import { selectTemplateUsers } from '../../store/template-users.ts'
import { refuseTakenName } from './create-template.ts'
import { showTemplate } from './list-templates.ts'

/**
 * Changes a template for all messages from now on. Refuses not_found, texts that can't be rendered, a name that is taken, and a field
 * that somebody else changed since it was as in `if_unchanged`.
 */
export async function updateTemplate(
  ctx: Ctx,
  id: string,
  { if_unchanged, ...given }: TemplateFields & { readonly if_unchanged?: Read | undefined },
) {
  if (if_unchanged) await lockSettings(ctx)
  const { name, subject, body } = await readTemplate(ctx, id)
  const now = { name, subject, body }
  const changes = { objectId: id, actions: ['reminders.update-template'] } as const
  const fields = {
    ...now,
    ...(await mergeChanges<TemplateFields>(ctx, { wanted: given, read: if_unchanged, now }, changes)),
  }
  await checkTexts('reminder', fields)
  if ((await selectTemplates(ctx)).some((other) => other.name === fields.name && other.id !== id))
    throw refuseTakenName()
  await write(ctx, id, fields)
  await audit(ctx, 'reminders.update-template', { type: 'reminder_template', id }, { name: fields.name })
  return showTemplate(await readTemplate(ctx, id), await selectTemplateUsers(ctx), await selectMailTexts(ctx))
}

type Read = Readonly<Partial<Record<keyof TemplateFields, unknown>>>
