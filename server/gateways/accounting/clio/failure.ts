import type { Outcome, ProcessorErrorKind } from '../port.ts'

export const failure = (
  kind: ProcessorErrorKind,
  code: string,
  more: { readonly userMessage?: string; readonly retryAfterMs?: number } = {},
): Outcome<never> => ({ ok: false, error: { kind, code, raw: null, ...more } })

/** A record that can't be understood fails the whole answer, so that none is left out silently. */
export const malformed = failure('unavailable', 'malformed_answer')
