import type { ErrorCode, FieldErrors } from '../../contract/errors.ts'

/**
 * An expected failure: an error code of the contract, optionally with a specific text or messages by field.
 * Anything else thrown is a bug.
 */
export class Refusal extends Error {
  readonly code: ErrorCode
  readonly fields: FieldErrors | undefined
  readonly retryAfterSeconds: number | undefined
  constructor(
    code: ErrorCode,
    options: { detail?: string; fields?: FieldErrors; retryAfterSeconds?: number } = {},
  ) {
    super(options.detail ?? code)
    this.code = code
    this.fields = options.fields
    this.retryAfterSeconds = options.retryAfterSeconds
    this.detail = options.detail
  }
  readonly detail: string | undefined
}

/** `throw refuse('wrong_state', 'A paid invoice cannot be voided.')` */
export const refuse = (code: ErrorCode, detail?: string): Refusal =>
  new Refusal(code, detail === undefined ? {} : { detail })

/** `throw refuseFields({ number: ['This number is already used.'] })` */
export const refuseFields = (fields: FieldErrors): Refusal => new Refusal('invalid_input', { fields })
