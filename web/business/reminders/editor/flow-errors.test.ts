import { describe, expect, it } from 'vitest'
import { ApiError } from '../../../session/calls/api-error.ts'
import { brokenStep, checkValues, flowErrorsOf, hasErrors } from './flow-errors.ts'
import { type FlowValues, newStep } from './flow-values.ts'

const values: FlowValues = {
  name: 'Standard',
  covers: 'groups',
  groups: [],
  gapDays: '3',
  steps: [newStep('a', [], 't'), newStep('b', [], 't')],
}

describe('errors of a flow', () => {
  it('are placed beside the field of the step that was sent at the position', () => {
    const refused = new ApiError(
      400,
      {
        'draft.steps.1.offset_days': ['Taken.'],
        'draft.steps.1.copies.0': ['Not an address.'],
        'draft.gap_days': ['At most 30.'],
        'groups.0': ['Gone.'],
        'draft.steps.9.name': ['No such step.'],
      },
      null,
    )
    expect(flowErrorsOf(refused, values)).toEqual({
      fields: {
        'b.days': 'Taken.',
        'b.copies': 'Not an address.',
        gapDays: 'At most 30.',
        groups: 'Gone.',
      },
      message: 'No such step.',
    })
  })

  it('mark their step, and the first one is found', () => {
    const errors = { name: 'Taken.', 'b.days': 'Taken.' }
    expect(hasErrors(errors, 'a')).toBe(false)
    expect(brokenStep(errors, values)).toBe('b')
    expect(brokenStep({ name: 'Taken.' }, values)).toBeUndefined()
  })

  it('tell days that are out of range without the server', () => {
    const late = { ...values.steps[0]!, days: '400' }
    expect(checkValues({ ...values, steps: [late] })).toEqual({ 'a.days': 'At most 365 days after.' })
    expect(checkValues(values)).toEqual({})
  })
})
