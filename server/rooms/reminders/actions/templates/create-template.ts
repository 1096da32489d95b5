import { audit } from '../../../../platform/audit.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { refuse, refuseFields } from '../../../../platform/refusal.ts'
import {
  checkTexts,
  insertTemplate,
  selectTemplates,
  type TemplateFields,
} from '../../../mail-templates/index.ts'
import { showTemplate } from './list-templates.ts'

const MAX_TEMPLATES = 200

/** Returns the refusal of a name that is taken. */
export const refuseTakenName = () => refuseFields({ name: ['You have a template of this name already.'] })

/** Refuses texts that can't be rendered, a name that is taken, and wrong_state at the limit. */
export async function createTemplate(ctx: Ctx, fields: TemplateFields) {
  await checkTexts('reminder', fields)
  if ((await selectTemplates(ctx)).length >= MAX_TEMPLATES)
    throw refuse('wrong_state', `You can have at most ${MAX_TEMPLATES} templates. Delete one you don’t need.`)
  const row = await insertTemplate(ctx, fields)
  if (row === null) throw refuseTakenName()
  await audit(ctx, 'reminders.create-template', { type: 'reminder_template', id: row.id }, { name: row.name })
  return showTemplate(row, new Map(), [])
}
