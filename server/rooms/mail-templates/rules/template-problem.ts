/** Subject and body of a template, as Liquid. */
export interface TemplateTexts {
  readonly subject: string
  readonly body: string
}

/** Error of one text, for the person who writes it. */
export class TemplateProblem extends Error {
  readonly field: keyof TemplateTexts

  constructor(field: keyof TemplateTexts, message: string) {
    super(message)
    this.field = field
  }
}
