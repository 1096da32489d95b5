import { cutText } from '../../../../domain/parsing/cut-text.ts'
import type { RemoteRecord } from '../../../gateways/accounting/port.ts'

/** Control characters other than tab and line breaks, and halves of surrogate pairs: the database takes none in JSON. */
const UNFIT = /[^\P{Cc}\t\n\r]|\p{Cs}/gu
const LONGEST = 5000

/** Returns a record with texts that can be stored. One that can't would stop the sync of all others. */
export const tidyRecord = <R extends RemoteRecord>(record: R): R => tidy(record) as R

function tidy(value: unknown): unknown {
  if (typeof value === 'string') return cutText(value.replace(UNFIT, ''), LONGEST)
  if (Array.isArray(value)) return value.map(tidy)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, tidy(one)]))
}
