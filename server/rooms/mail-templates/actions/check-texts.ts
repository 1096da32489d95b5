import { formatsOf } from '../../../../domain/mails/formats.ts'
import type { MailKind, Writing } from '../../../../domain/mails/mail-kind.ts'
import type { MailKindName } from '../../../../domain/mails/mail-kind-names.ts'
import { type FactsByKind, MAIL_KINDS } from '../../../../domain/mails/mail-kinds.ts'
import { wordsOf } from '../../../../domain/mails/words/words-of.ts'
import { NO_BANK_DETAILS } from '../../../../domain/payments/bank-details.ts'
import { refuseFields } from '../../../platform/refusal.ts'
import { documentedValues } from '../rules/documented-values.ts'
import { TemplateProblem, type TemplateTexts } from '../rules/template-problem.ts'
import { MIN_LIST_ROWS } from '../rules/work-meter.ts'
import { findUnknownVariables, renderTemplate } from './render-template.ts'

/** Tries texts with every sample of their kind. Refuses those that can't be rendered, beside the field. */
export async function checkTexts(kind: MailKindName, texts: TemplateTexts): Promise<void> {
  await explainProblems(() => trySamples(kind, texts))
}

/** Returns why texts can't be rendered; null when they can. */
export function findTextProblem(kind: MailKindName, texts: TemplateTexts): string | null {
  try {
    trySamples(kind, texts)
    return null
  } catch (error) {
    if (error instanceof TemplateProblem) return error.message
    throw error
  }
}

/** Returns the result of `render`. Refuses a problem of a text beside its field. */
export async function explainProblems<T>(render: () => T | Promise<T>): Promise<T> {
  try {
    return await render()
  } catch (error) {
    if (error instanceof TemplateProblem) throw refuseFields({ [error.field]: [error.message] })
    throw error
  }
}

const WRITING: Writing = {
  companyName: 'Example Company',
  customerName: 'Example Customer',
  bank: NO_BANK_DETAILS,
  words: wordsOf('en'),
  formats: formatsOf('en', 'MDY', '2026-12-15'),
  today: '2026-12-15',
}

function trySamples<Kind extends MailKindName>(name: Kind, texts: TemplateTexts): void {
  const kind: MailKind<FactsByKind[Kind]> = MAIL_KINDS[name]
  for (const [at, sample] of kind.samples.entries()) {
    const values = documentedValues(kind, kind.values(sample, WRITING))
    if (at === 0) findUnknownVariables(texts, values)
    renderTemplate(texts, values)
    if (values.invoices) renderTemplate(texts, { ...values, invoices: longList(values.invoices) })
  }
}

/** Repeats rows, so that a text is tried with many of them. */
const longList = <Row>(rows: readonly Row[]): Row[] =>
  Array.from({ length: MIN_LIST_ROWS }, (_, at) => rows[at % rows.length]!)
