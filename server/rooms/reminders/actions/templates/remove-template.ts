import { audit } from '../../../../platform/audit.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { deleteTemplate, readTemplate } from '../../../mail-templates/index.ts'
import { selectTemplateUsers } from '../../store/template-users.ts'

/** Refuses not_found, and wrong_state while a flow uses it. */
export async function removeTemplate(ctx: Ctx, id: string): Promise<void> {
  const { name } = await readTemplate(ctx, id)
  const users = (await selectTemplateUsers(ctx)).get(id) ?? []
  if (users.length > 0) throw refuse('wrong_state', `A flow uses this template: ${users.join(', ')}.`)
  await deleteTemplate(ctx, id)
  await audit(ctx, 'reminders.delete-template', { type: 'reminder_template', id }, { name })
}
