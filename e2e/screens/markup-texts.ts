import { PAYLOADS } from '../steps/payloads.ts'

/** Number of payloads that are in single-line fields. */
export let usedPayloads = 0
export const inline = (payload: string): string => payload.replace(/[\t\n]/g, ' ')
/** Returns a word that identifies the field, followed by the next payload. */
export const withPayload = (word: string): string =>
  `${word} ${inline(PAYLOADS[usedPayloads++ % PAYLOADS.length]!)}`
export const ALL = PAYLOADS.join('\n')

export type CreatedRecord = { pk: string; number: string }

export type Call = <Reply = CreatedRecord>(
  method: 'GET' | 'POST' | 'PATCH',
  path: string,
  body?: unknown,
) => Promise<Reply>
