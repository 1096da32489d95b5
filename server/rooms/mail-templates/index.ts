import './tables.ts'

export { checkTexts, explainProblems, findTextProblem } from './actions/check-texts.ts'
export { chooseMailTexts } from './actions/choose-mail-texts.ts'
export { chooseReminderTexts, chooseTextsOfReminders } from './actions/choose-reminder-texts.ts'
export { composeMail } from './actions/compose-mail.ts'
export { type ChosenTexts, layoutMail, renderBody } from './actions/layout-mail.ts'
export { previewMail } from './actions/preview-mail.ts'
export {
  readCustomerLanguage,
  readDocumentLanguage,
  readOwnLanguage,
} from './actions/read-customer-language.ts'
export { readTemplate } from './actions/read-template.ts'
export type { WrittenMail } from './actions/write-mail.ts'
export { TemplateProblem, type TemplateTexts } from './rules/template-problem.ts'
export { selectMailTexts } from './store/mail-texts.ts'
export {
  deleteTemplate,
  insertTemplate,
  selectTemplates,
  type TemplateFields,
  updateTemplate,
} from './store/templates.ts'
export type { MailTextRow, TemplateRow } from './tables.ts'
