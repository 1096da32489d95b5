/** Answer of a processor, in the address of the settings. */
export interface ConnectionAnswer {
  provider?: string | undefined
  /** A JSON object of texts. */
  answer?: string | undefined
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

export const readConnectionAnswer = (search: Record<string, unknown>): ConnectionAnswer => ({
  provider: textOf(search.provider),
  answer: textOf(search.answer),
})

/** Reads the texts of an answer; null when somebody changed the address. */
export function readTexts(answer: string): Record<string, string> | null {
  try {
    const parsed: unknown = JSON.parse(answer)
    if (parsed === null || typeof parsed !== 'object') return null
    return Object.fromEntries(Object.entries(parsed).filter(([, value]) => typeof value === 'string'))
  } catch {
    return null
  }
}
