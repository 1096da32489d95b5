import type { AnswerOffer } from '../../../../contract/worklist/answers.ts'
import { ApiError } from '../../../session/calls/api-error.ts'
import { invalidateQuery } from '../../../session/calls/use-query.ts'
import type { PayableInvoice } from '../payer.ts'
import { payerErrorText } from '../payer-error-text.ts'

/** Next things that happen after an answer was sent. */
export interface Sent {
  readonly title: string
  readonly text: string
}

export interface AnswerFormProps {
  readonly invoice: PayableInvoice
  readonly offer: AnswerOffer
  readonly onSent: (sent: Sent) => void
  readonly onClose: () => void
}

/** Reads the invoice again, whose page tells what the payer said. */
export function askForInvoiceAgain(): void {
  for (const name of ['pay-link-invoice', 'portal-invoice']) invalidateQuery(name)
}

/** Returns the server's message beside a field, or the one for the form when no field has one. */
export function problemOf(error: Error | null, fields: readonly string[]) {
  const beside = error instanceof ApiError ? error.fields : {}
  const isBeside = fields.some((field) => beside[field] !== undefined)
  return {
    of: (field: string): string | undefined => beside[field]?.join(' '),
    form: error === null || isBeside ? null : payerErrorText(error),
  }
}
