import { describe, expect, it } from 'vitest'
import { ERRORS, type ErrorCode } from '../../../contract/errors.ts'
import { isRequestId } from '../../../domain/parsing/request-key.ts'
import { ApiError } from './api-error.ts'
import { createRequestId, type RequestId, requestOutcome } from './request-id.ts'
import { sendOnce } from './send-once.ts'

const answer = (status: number, body: unknown = {}) => new ApiError(status, body, null)
const refusal = (code: ErrorCode) => answer(ERRORS[code].status, { code, detail: ERRORS[code].detail })

const LOST = ApiError.unreachable()
const THIRTY = { amount: '30.00' }
const FORTY = { amount: '40.00' }

/** Ids in order: 'id-1', 'id-2'. */
function numbered(): RequestId {
  let made = 0
  return createRequestId(() => `id-${++made}`)
}

/** The id of the next request with these values, after one of 30.00 failed in each of these ways. */
function idAfter(failures: readonly unknown[], values: object = THIRTY): string {
  const requestId = numbered()
  for (const failure of failures) {
    requestId.idFor(THIRTY)
    requestId.failed(failure)
  }
  return requestId.idFor(values)
}

describe('requestOutcome', () => {
  it.each([
    ['no answer', LOST],
    ['an error that is no answer', new Error('a bug')],
    ['an answer that is no object', null],
    ...[301, 304, 401, 408, 425, 429, 500, 502, 503, 504, 507, 599].map(
      (status) => [String(status), answer(status)] as const,
    ),
    ['in_progress', refusal('in_progress')],
    ['too_many_requests', refusal('too_many_requests')],
    ['request_timed_out', refusal('request_timed_out')],
    ['session_ended', refusal('session_ended')],
    ['busy', refusal('busy')],
    ['internal', refusal('internal')],
  ] as const)('%s leaves the outcome unknown', (_, error) => {
    expect(requestOutcome(error)).toBe('unknown')
    expect(idAfter([error])).toBe('id-1')
    expect(idAfter([error, error, error])).toBe('id-1')
    expect(idAfter([error], FORTY), 'other values could be charged beside the first ones').toBe('id-1')
  })

  it.each(
    [400, 402, 403, 404, 405, 409, 410, 413, 414, 415, 421, 422, 431].map(
      (status) => [status, answer(status)] as const,
    ),
  )('%i is a refusal, and leaves the outcome of an earlier lost request unknown', (_, error) => {
    expect(requestOutcome(error)).toBe('refused')
    expect(idAfter([error])).toBe('id-2')
    expect(idAfter([LOST, error])).toBe('id-1')
    expect(idAfter([error, LOST, error])).toBe('id-2')
  })

  it.each(['payment_failed', 'request_id_reused'] as const)('%s uses the id up', (code) => {
    expect(requestOutcome(refusal(code))).toBe('final')
    expect(idAfter([refusal(code)])).toBe('id-2')
    expect(idAfter([LOST, refusal(code)])).toBe('id-2')
  })

  it.each(['processor_unavailable', 'payments_paused'] as const)(
    '%s keeps the id for the same values, and changes it for others',
    (code) => {
      expect(requestOutcome(refusal(code))).toBe('not-done')
      expect(idAfter([refusal(code), refusal(code)])).toBe('id-1')
      expect(idAfter([refusal(code)], FORTY)).toBe('id-2')
      expect(idAfter([LOST, refusal(code)], FORTY), 'after a lost answer').toBe('id-1')
    },
  )
})

describe('a request id', () => {
  it('stays the same until it is sent, whatever the values', () => {
    const requestId = numbered()
    expect([THIRTY, FORTY, THIRTY].map(requestId.idFor)).toEqual(['id-1', 'id-1', 'id-1'])
  })

  it('changes after success, and after canceling unless an answer was lost', () => {
    const requestId = numbered()
    requestId.succeeded()
    expect(requestId.idFor(THIRTY)).toBe('id-2')
    requestId.abandoned()
    expect(requestId.idFor(THIRTY)).toBe('id-3')
    requestId.failed(LOST)
    requestId.abandoned()
    expect(requestId.idFor(THIRTY)).toBe('id-3')
    requestId.succeeded()
    expect(requestId.idFor(THIRTY)).toBe('id-4')
  })

  it('is sent with each attempt, and failures are passed on', async () => {
    const requestId = numbered()
    const sent: string[] = []
    const failing = (error: unknown) => async (id: string) => {
      sent.push(id)
      throw error
    }
    for (const error of [LOST, answer(429), refusal('payment_failed')])
      await expect(sendOnce(requestId, THIRTY, failing(error))).rejects.toBe(error)
    expect(await sendOnce(requestId, THIRTY, async (id) => id)).toBe('id-2')
    expect(await sendOnce(requestId, THIRTY, async (id) => id), 'a second press repeats the answer').toBe(
      'id-2',
    )
    expect(sent).toEqual(['id-1', 'id-1', 'id-1'])
  })

  it('has only letters and digits that the server accepts, and is unique', () => {
    const ids = Array.from({ length: 50 }, () => createRequestId().idFor(null))
    for (const id of ids) expect(id).toSatisfy(isRequestId)
    expect(new Set(ids).size).toBe(50)
  })
})
