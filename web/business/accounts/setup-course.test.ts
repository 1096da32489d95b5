import { describe, expect, it } from 'vitest'
import { courseAt } from './setup-course.ts'
import { REGISTRATION_STEPS, SETUP_STEPS } from './setup-steps.ts'

const at = (path: string) => {
  const { steps, current } = courseAt(path)
  return steps[current]
}

describe('the course of the set-up', () => {
  it('has the steps 1, 2, 3 and 6: those between no longer exist', () => {
    for (const path of [...REGISTRATION_STEPS, ...SETUP_STEPS])
      expect(courseAt(path).steps.map(({ id }) => id)).toEqual(['1', '2', '3', '6'])
  })

  it('counts currency and time zone to the last step, and a slash at the end to none', () => {
    expect(REGISTRATION_STEPS.map((path) => at(path)?.name)).toEqual(['Accounting', 'Logo', 'Plan', 'Plan'])
    expect(at(`${REGISTRATION_STEPS[1]}/`)?.name).toBe('Logo')
  })

  it('shows a page that is no step as the choice of the accounting', () => {
    expect(at('/choose-account-type')?.name).toBe('Accounting')
  })
})
