import type { ErrorCode, FieldErrors } from '../../contract/errors.ts'
import type { Text } from '../../domain/languages/msg.ts'
import type { Language } from '../../domain/mails/languages.ts'
import { translateText } from './languages/translate.ts'

/** Messages by field. Nested fields are joined with dots. The answer writes them in the reader's language. */
export type FieldTexts = Readonly<Record<string, readonly Text[]>>

interface RefusalTexts {
  readonly detail?: Text
  readonly fields?: FieldTexts
}

/**
 * An expected failure: an error code of the contract, optionally with a specific text or messages by field, in English.
 * `writtenIn` returns them in another language. Anything else thrown is a bug.
 */
export class Refusal extends Error {
  readonly code: ErrorCode
  readonly detail: string | undefined
  readonly fields: FieldErrors | undefined
  readonly retryAfterSeconds: number | undefined
  readonly #texts: RefusalTexts

  constructor(code: ErrorCode, options: RefusalTexts & { readonly retryAfterSeconds?: number } = {}) {
    super(options.detail === undefined ? code : translateText('en', options.detail))
    this.code = code
    this.retryAfterSeconds = options.retryAfterSeconds
    this.#texts = options
    const { detail, fields } = this.writtenIn('en')
    this.detail = detail
    this.fields = fields
  }

  writtenIn(language: Language): { detail: string | undefined; fields: FieldErrors | undefined } {
    const { detail, fields } = this.#texts
    const write = (text: Text): string => translateText(language, text)
    return {
      detail: detail === undefined ? undefined : write(detail),
      fields:
        fields &&
        Object.fromEntries(Object.entries(fields).map(([name, texts]) => [name, texts.map(write)] as const)),
    }
  }
}

/** `throw refuse('wrong_state', 'A paid invoice cannot be voided.')` */
export const refuse = (code: ErrorCode, detail?: Text): Refusal =>
  new Refusal(code, detail === undefined ? {} : { detail })

/** `throw refuseFields({ number: ['This number is already used.'] })` */
export const refuseFields = (fields: FieldTexts): Refusal => new Refusal('invalid_input', { fields })
