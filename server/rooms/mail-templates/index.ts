import './tables.ts'

export { checkTexts, explainProblems } from './actions/check-texts.ts'
export { readTemplate } from './actions/read-template.ts'
export { checkTemplate, paragraphsOf, renderTemplate } from './actions/render-template.ts'
export { TemplateProblem, type TemplateTexts } from './rules/template-problem.ts'
export {
  deleteTemplate,
  insertTemplate,
  selectTemplates,
  type TemplateFields,
  updateTemplate,
} from './store/templates.ts'
export type { TemplateRow } from './tables.ts'
