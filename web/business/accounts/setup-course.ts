import { REGISTRATION_STEPS, SETUP_STEPS } from './setup-steps.ts'

interface CourseStep {
  readonly id: string
  readonly name: string
}

/** The whole registration. Steps 4 and 5 no longer exist; currency and time zone belong to the last step. */
const courseOf = (third: string): readonly CourseStep[] => [
  { id: '1', name: 'Account' },
  { id: '2', name: 'Accounting' },
  { id: '3', name: third },
  { id: '6', name: 'Plan' },
]

/** Returns the steps and the index of the current page among them. A page that is no step chooses the accounting. */
export function courseAt(pathname: string): { steps: readonly CourseStep[]; current: number } {
  const path = pathname.replace(/\/+$/, '')
  const step = (REGISTRATION_STEPS as readonly string[]).indexOf(path)
  const steps = courseOf(step === -1 ? 'Company' : 'Logo')
  const index = step === -1 ? Math.max(0, (SETUP_STEPS as readonly string[]).indexOf(path)) : step
  return { steps, current: Math.min(index + 1, steps.length - 1) }
}
