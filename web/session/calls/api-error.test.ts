import { describe, expect, it } from 'vitest'
import { ApiError, actionErrorText, rateLimitText } from './api-error.ts'

const text = (status: number, body: unknown = {}) => actionErrorText(new ApiError(status, body, null))

describe('actionErrorText', () => {
  it('has general sentences for 401 and 403', () => {
    expect(text(401)).toBe('You are not allowed to perform that action.')
    expect(text(403, { detail: "You don't have permission to do that.", code: 'not_allowed' })).toBe(
      'You are not allowed to perform that action.',
    )
    expect(
      text(403, { detail: 'Please confirm your email address first.', code: 'email_not_verified' }),
    ).toBe('Please confirm your email address first.')
  })

  it('has general sentences for 429 and 413', () => {
    expect(text(429, { detail: 'x' })).toBe(
      'You have made too many requests. Please wait before trying again.',
    )
    expect(text(413, { detail: 'x' })).toBe('The file you tried to upload is too large.')
  })

  it('uses the detail or the first non-field error of a 400', () => {
    expect(text(400, { non_field_errors: ['First.', 'Second.'] })).toBe('First.')
    expect(text(400, { non_field_errors: ['First.'], detail: 'Told.' })).toBe('Told.')
    expect(text(409, { detail: 'That isn’t possible right now. Reload and check.' })).toBe(
      'That isn’t possible right now. Reload and check.',
    )
  })

  it('falls back to the caller’s sentence, or the general one', () => {
    expect(text(500, '<html>')).toMatch(/^We could not process your request at this time\./)
    expect(actionErrorText(new ApiError(500, null, null), 'The logo was not saved.')).toBe(
      'The logo was not saved.',
    )
  })

  it('reports an unreachable server', () => {
    expect(actionErrorText(ApiError.unreachable())).toBe(
      'We could not reach the server. Check your connection and try again.',
    )
  })
})

describe('ApiError', () => {
  it('reads fields, code and the retry delay', async () => {
    const response = new Response(JSON.stringify({ email: ['Taken.'], code: 'invalid_input', detail: 'x' }), {
      status: 400,
      headers: { 'Retry-After': '7' },
    })
    expect(await ApiError.of(response)).toMatchObject({
      status: 400,
      code: 'invalid_input',
      fields: { email: ['Taken.'] },
      retryAfterSeconds: 7,
    })
  })
})

describe('rateLimitText', () => {
  const GENERIC = 'You have made too many requests. Please wait before trying again.'
  const wait = (seconds: number | null, detail: string | null = GENERIC) =>
    rateLimitText(new ApiError(429, { detail }, seconds))

  it.each([
    [1, 'Try again in 1 minute.'],
    [59, 'Try again in 1 minute.'],
    [60, 'Try again in 1 minute.'],
    [61, 'Try again in 2 minutes.'],
    [720, 'Try again in 12 minutes.'],
    [3541, 'Try again in 60 minutes.'],
    [3600, 'Try again in 60 minutes.'],
    [null, 'Try again later.'],
  ])('formats a delay of %s seconds', (seconds, text) => {
    expect(wait(seconds)).toBe(text)
  })

  it('keeps a more specific reason', () => {
    expect(wait(60, 'Too many cards were declined.')).toBe('Too many cards were declined.')
  })
})
