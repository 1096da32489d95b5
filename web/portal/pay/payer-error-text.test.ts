import { expect, it } from 'vitest'
import { ApiError } from '../../session/calls/api-error.ts'
import { payerErrorText } from './payer-error-text.ts'

it('says when to try again after too many attempts, and leaves other failures their own words', () => {
  const detail = 'You have made too many requests. Please wait before trying again.'
  expect(payerErrorText(new ApiError(429, { detail }, 720))).toBe(
    'Too many attempts. Try again in 12 minutes.',
  )
  expect(payerErrorText(new ApiError(409, { detail: 'Not now.' }, 720))).toBe('Not now.')
})
