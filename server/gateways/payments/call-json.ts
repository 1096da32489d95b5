import type { z } from 'zod'
import { failed, type Outcome, type ProcessorError, succeeded } from './port.ts'
import { isUnreached } from './unreached.ts'

const CALL_MS = 25_000

export interface JsonCall<Shape extends z.ZodType> {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: object
  readonly answer: Shape
  /** Reads a refusal. `lost` is the kind of an answer that tells nothing. */
  readonly errorOf: (
    reply: Response,
    read: unknown,
    lost: 'unavailable' | 'unknown_outcome',
  ) => ProcessorError
}

/**
 * Makes one call and reads its answer by a shape. A write whose answer is lost, empty, a 5xx or not of the expected shape is an
 * unknown outcome, since the processor may have acted before.
 */
export async function callJson<Shape extends z.ZodType>({
  method,
  url,
  headers,
  body,
  answer,
  errorOf,
}: JsonCall<Shape>): Promise<Outcome<z.output<Shape>>> {
  const lost = method === 'GET' ? 'unavailable' : 'unknown_outcome'
  let reply: Response
  let read: unknown
  try {
    reply = await fetch(url, {
      method,
      redirect: 'error',
      signal: AbortSignal.timeout(CALL_MS),
      headers: {
        accept: 'application/json',
        ...headers,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await reply.text()
    read = text === '' ? null : JSON.parse(text)
  } catch (error) {
    const { code } = ((error as { cause?: unknown }).cause ?? {}) as { code?: string }
    return failed({
      kind: isUnreached(code) ? 'unavailable' : lost,
      code: code ?? 'no_answer',
      raw: null,
    })
  }
  if (!reply.ok) return failed(errorOf(reply, read, lost))
  const parsed = answer.safeParse(read)
  return parsed.success
    ? succeeded(parsed.data)
    : failed({ kind: lost, code: 'answer_unreadable', raw: null })
}
