import type { Wire } from './books.ts'
import { select } from './fields.ts'
import { Refusal } from './refusal.ts'

export interface Call {
  readonly method: string
  /** Below /api/v4, without a slash. */
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Record<string, unknown>
  readonly origin: string
}

export interface Answered {
  readonly status: number
  readonly value?: object
  readonly etag?: string
}

export const notFound = (): Refusal =>
  new Refusal(404, 'RecordNotFoundError', 'The record could not be found')

/** One that the caller has already is not sent again. */
export function one(record: Wire, { query, headers }: Call): Answered {
  if (headers['if-none-match'] === record.etag) return { status: 304, etag: record.etag }
  return { status: 200, value: { data: select(record, query.get('fields')) }, etag: record.etag }
}
