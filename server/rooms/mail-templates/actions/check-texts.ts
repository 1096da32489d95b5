import { refuseFields } from '../../../platform/refusal.ts'
import { TemplateProblem, type TemplateTexts } from '../rules/template-problem.ts'
import { checkTemplate } from './render-template.ts'

/** Refuses texts that can't be rendered, beside the field. */
export function checkTexts(texts: TemplateTexts): void {
  explainProblems(() => checkTemplate(texts))
}

/** Returns the result of `render`. Refuses a problem of a text beside its field. */
export function explainProblems<T>(render: () => T): T {
  try {
    return render()
  } catch (error) {
    if (error instanceof TemplateProblem) throw refuseFields({ [error.field]: [error.message] })
    throw error
  }
}
