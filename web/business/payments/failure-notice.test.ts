import { expect, it } from 'vitest'
import { ERRORS } from '../../../contract/errors.ts'
import { ApiError } from '../../session/calls/api-error.ts'
import { failureNotice } from './failure-notice.ts'

const answered = (code: keyof typeof ERRORS) =>
  new ApiError(ERRORS[code].status, { code, detail: ERRORS[code].detail }, null)

it('uses its own title only when the processor is unavailable', () => {
  expect(failureNotice('Refund this payment', answered('processor_unavailable'))).toEqual({
    title: 'Payment processor unavailable',
    body: 'We were unable to contact the payment processor. Please try again later, or contact support if the issue persists',
    tone: 'error',
  })
  for (const code of ['wrong_state', 'busy', 'not_allowed'] as const)
    expect(failureNotice('Refund this payment', answered(code)).title).toBe('Refund this payment')
  expect(failureNotice('Refund this payment', ApiError.unreachable()).body).toMatch(
    /could not reach the server/,
  )
})
