import type { AnswerSource } from '../../../../domain/invoices/answers.ts'

/** A customer's way of answering, as texts of tasks name it. */
export const SOURCE_TEXTS: Readonly<Record<AnswerSource, string>> = {
  pay_link: 'on the page of the pay link',
  portal: 'in the customer portal',
  staff: 'recorded by your team',
  api: 'recorded through the API',
}
