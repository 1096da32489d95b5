import { describe, expect, it } from 'vitest'
import { ApiError } from '../calls/api-error.ts'
import { showFormErrors } from './form-errors.ts'

function show(error: unknown, values: object, names = {}) {
  const set: Record<string, string | undefined> = {}
  const form = {
    getValues: () => values,
    setError: (name: string, { message }: { message?: string }) => {
      set[name] = message
    },
  }
  const said = showFormErrors(form as never, error, names as never)
  return { set, said }
}
const FIX_INPUT = 'There were problems with your input. Please correct them and try again.'
const refusal = (body: unknown, status = 400) => new ApiError(status, body, null)

describe('showFormErrors', () => {
  it('sets messages of a field, joined with spaces, beside it', () => {
    const { set, said } = show(refusal({ email: ['Too long.', 'Not an address.'] }), { email: '' })
    expect(set).toEqual({ email: 'Too long. Not an address.' })
    expect(said).toBe(FIX_INPUT)
  })

  it('finds nested and renamed fields', () => {
    const values = { postal_address: { city: '' }, password: '' }
    const body = { 'postal_address.city': ['At most 100 characters.'], password1: ['Too short.'] }
    expect(show(refusal(body), values, { password1: 'password' }).set).toEqual({
      'postal_address.city': 'At most 100 characters.',
      password: 'Too short.',
    })
  })

  it('returns one form message: the first non-field error, else detail, else that of unknown fields', () => {
    const both = { non_field_errors: ['Closed.', 'Late.'], odd: ['Odd.'], detail: 'Wrong.' }
    expect(show(refusal(both), {}).said).toBe('Closed.')
    expect(show(refusal({ email: ['Taken.'], detail: 'Wrong.' }), { email: '' })).toEqual({
      set: { email: 'Taken.' },
      said: 'Wrong.',
    })
    expect(show(refusal({ odd: ['Odd.'], even: ['Even.'] }), {}).said).toBe('Odd. Even.')
    expect(show(refusal({ detail: 'Changed by somebody else.' }, 409), {}).said).toBe(
      'Changed by somebody else.',
    )
    expect(show(refusal({}), {}).said).toBe(FIX_INPUT)
    expect(show(refusal({ detail: 'Not for viewers.', code: 'not_allowed' }, 403), {}).said).toBe(
      "You don't have permission to do that.",
    )
    for (const other of [refusal('<html>', 500), refusal({ detail: 'Not found.' }, 404)])
      expect(show(other, {}).said).toBe(
        'We could not process your request at this time. Please try again later, or contact support if the issue persists.',
      )
  })
})
