import { contract } from '../../../contract/index.ts'
import { type BoundRoute, on } from '../../platform/http/handlers.ts'
import { listMailTemplates } from './actions/list-mail-templates.ts'
import { previewMail } from './actions/preview-mail.ts'
import { removeMailText } from './actions/remove-mail-text.ts'
import { saveMailText } from './actions/save-mail-text.ts'
import { sendTestMail } from './actions/send-test-mail.ts'

const { mailTemplates } = contract

export const mailTemplatesRoutes: BoundRoute[] = [
  on(mailTemplates.list, listMailTemplates),
  on(mailTemplates.save, (ctx, { params, body }) => saveMailText(ctx, params, body)),
  on(mailTemplates.remove, (ctx, { params }) => removeMailText(ctx, params)),
  on(mailTemplates.preview, (ctx, { body }) => previewMail(ctx, body)),
  on(mailTemplates.sendTest, (ctx, { body }) => sendTestMail(ctx, body)),
]
