import { audit } from '../../../../platform/audit.ts'
import type { Ctx } from '../../../../platform/context.ts'
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

/** Changes a template for all messages from now on. Refuses not_found, texts that can't be rendered, and a name that is taken. */
export async function updateTemplate(ctx: Ctx, id: string, fields: TemplateFields) {
  await readTemplate(ctx, id)
  await checkTexts('reminder', fields)
  if ((await selectTemplates(ctx)).some((other) => other.name === fields.name && other.id !== id))
    throw refuseTakenName()
  await write(ctx, id, fields)
  await audit(ctx, 'reminders.update-template', { type: 'reminder_template', id }, { name: fields.name })
  return showTemplate(await readTemplate(ctx, id), await selectTemplateUsers(ctx), await selectMailTexts(ctx))
}
