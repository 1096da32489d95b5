/** A subject for lists: its first case, with variables in brackets. 'Invoice [invoice number] is past due'. */
export const plainSubject = (liquid: string): string =>
  liquid
    .replaceAll(/\{%-?\s*(?:else|elsif)\b.*?\{%-?\s*endif\s*-?%\}/gs, '')
    .replaceAll(/\{%.*?%\}/gs, '')
    .replaceAll(/\{\{([^{}]*)\}\}/g, (_all, inside: string) => `[${wordsOf(inside)}]`)
    .replaceAll(/\s+/g, ' ')
    .trim()

/** 'invoice due date' of ' invoice.due_date | upcase '. */
const wordsOf = (inside: string): string => (inside.split('|')[0] ?? '').replaceAll(/[^a-z]+/gi, ' ').trim()
