import { describe, expect, it } from 'vitest'
import { ApiError } from './api-error.ts'
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
const refusal = (body: unknown, status = 400) => new ApiError(status, body, null)

describe('showFormErrors', () => {
  it('E-026 sets messages of a field, joined with spaces, beside it', () => {
    const { set, said } = show(refusal({ email: ['Too long.', 'Not an address.'] }), { email: '' })
    expect(set).toEqual({ email: 'Too long. Not an address.' })
    expect(said).toBeNull()
  })

  it('finds nested fields and renamed ones', () => {
    const values = { postal_address: { city: '' }, password: '' }
    const body = { 'postal_address.city': ['At most 100 characters.'], password1: ['Too short.'] }
    expect(show(refusal(body), values, { password1: 'password' }).set).toEqual({
      'postal_address.city': 'At most 100 characters.',
      password: 'Too short.',
    })
  })

  it('E-024 E-027 E-028 says what belongs to no field: non-field errors, then unknown fields, else detail', () => {
    expect(show(refusal({ non_field_errors: ['Closed.'], odd: ['Odd.'] }), {}).said).toBe('Closed. Odd.')
    expect(show(refusal({ detail: 'Changed by somebody else.' }, 409), {}).said).toBe(
      'Changed by somebody else.',
    )
    expect(show(refusal({}), {}).said).toBe(
      'There were problems with your input. Please correct them and try again.',
    )
    expect(show(refusal({ detail: 'Not for viewers.', code: 'not_allowed' }, 403), {}).said).toBe(
      "You don't have permission to do that.",
    )
    expect(show(refusal('<html>', 500), {}).said).toBe(
      'We could not process your request at this time. Please try again later, or contact support if the issue persists.',
    )
  })
})
