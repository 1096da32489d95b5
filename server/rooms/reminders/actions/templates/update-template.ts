import type { WithRead } from '../../../../../domain/parsing/changed-meanwhile.ts'
import { audit } from '../../../../platform/audit.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { mergeChanges } from '../../../accounts/index.ts'
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
  { if_unchanged, ...given }: WithRead<TemplateFields>,
) {
  const readNow = async (): Promise<TemplateFields> => {
    const { name, subject, body } = await readTemplate(ctx, id)
    return { name, subject, body }
  }
  const wanted = await mergeChanges<TemplateFields>(ctx, {
    wanted: given,
    read: if_unchanged,
    readNow,
    changes: { objectId: id, actions: ['reminders.update-template'] },
  })
  const fields = { ...(await readNow()), ...wanted }
  await checkTexts('reminder', fields)
  if ((await selectTemplates(ctx)).some((other) => other.name === fields.name && other.id !== id))
    throw refuseTakenName()
  await write(ctx, id, fields)
  await audit(ctx, 'reminders.update-template', { type: 'reminder_template', id }, { name: fields.name })
  return showTemplate(await readTemplate(ctx, id), await selectTemplateUsers(ctx), await selectMailTexts(ctx))
}
