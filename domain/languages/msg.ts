/** A text with values, or with a context, that is written in the reader's language when it is shown. */
export interface Message {
  readonly message: string
  readonly values: MessageValues
}

/** `context` tells apart texts that English writes alike. `label` is the name of a field and is itself a text. */
export interface MessageValues {
  readonly context?: string
  readonly label?: string
  readonly [name: string]: string | number | undefined
}

/** A text for people. One without values is its English words. */
export type Text = string | Message

/**
 * Marks an English text, in ICU MessageFormat, as one to translate: it is a key of the catalogues in languages/. The server
 * writes it where it answers (`translateText`); the build of the web replaces the call by the text itself. Message and values
 * must therefore be literals.
 */
export function msg(message: string): string
export function msg(message: string, values: MessageValues): Message
export function msg(message: string, values?: MessageValues): Text {
  return values === undefined ? message : { message, values }
}
