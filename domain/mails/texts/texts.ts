import type { BuiltInText } from '../mail-kind.ts'
import type { WordedKind } from '../mail-kind-names.ts'

/** The product's own texts in one language. */
export interface BuiltInTexts extends Readonly<Record<WordedKind, BuiltInText>> {
  /** Preview text of every reminder. */
  readonly reminderPreheader: string
}
