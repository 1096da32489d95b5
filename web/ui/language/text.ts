import type { ReactNode } from 'react'

type Values = Readonly<Record<string, string | number>>
type Nodes = Readonly<Record<string, ReactNode | ((text: ReactNode) => ReactNode)>>

const unbuilt = (): never => {
  throw new Error('Texts are inlined by scripts/languages/inline-texts.ts, which did not see this call.')
}

/**
 * Returns a text in the language of the build. The English text, in ICU MessageFormat, is the key of the catalogues in
 * languages/; `context` tells apart two uses of one English text and is not shown. The build replaces every call by the
 * text itself, so the message must be a literal and the values an object literal.
 */
export const t: (message: string, values?: Values) => string = unbuilt

/** Does the same for a text with tags: `rich('Read the <link>terms</link>', { link: (text) => <a href="/">{text}</a> })`. */
export const rich: (message: string, values: Nodes) => ReactNode = unbuilt
