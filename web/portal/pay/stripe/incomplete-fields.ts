import { t } from '../../../ui/language/text.ts'

/** Fields of a processor's own that can't be charged as they are. Nothing was sent, so no payment failed. */
export class IncompleteFields extends Error {
  /** Stands above the message. */
  readonly title = t('Check your payment details')
}
