import { describe, expect, it } from 'vitest'
import type { Flow } from '../flows/use-flows.ts'
import {
  bodyOf,
  daysProblem,
  newStep,
  newThanks,
  type StepValues,
  sortSteps,
  stepBody,
  valuesOf,
} from './flow-values.ts'

const blank = newStep('s', [], 't')
const at = (
  days: string,
  direction: StepValues['direction'],
  more: Partial<StepValues> = {},
): StepValues => ({
  ...blank,
  id: `${days} ${direction}`,
  days,
  direction,
  ...more,
})
const flow: Flow = {
  pk: 'f',
  id: 'f',
  name: 'Standard',
  covers: 'everyone_else',
  groups: [],
  revision: 4,
  is_on: true,
  on_since: '2026-11-25',
  live: {
    gap_days: 3,
    version: 1,
    published_at: '',
    steps: [
      {
        id: 's',
        name: 'Coming due',
        kind: 'email',
        anchor: 'due_date',
        offset_days: -7,
        hour: 9,
        template: 't',
        text: '',
        members: [],
        repeat_days: 0,
        repeat_times: 0,
        min_remaining: '0.00',
        attach_pdf: true,
        copies: ['a@b.test', 'c@d.test'],
        sender: null,
      },
    ],
  },
  draft: null,
  pause: null,
  created: '',
  updated: '',
}

describe('the form of a flow', () => {
  it('holds days without a sign and reads them back', () => {
    const values = valuesOf(flow)
    expect(values.steps[0]).toMatchObject({ days: '7', direction: 'before', copies: 'a@b.test, c@d.test' })
    expect(stepBody(values.steps[0]!)).toEqual(flow.live?.steps[0])
  })

  it('saves no draft when the steps equal the live version', () => {
    const values = valuesOf(flow)
    expect(bodyOf(values, flow)).toMatchObject({ revision: 4, draft: null })
    expect(bodyOf({ ...values, gapDays: '4' }, flow).draft).toMatchObject({ gap_days: 4 })
    expect(bodyOf(values, { ...flow, live: null }).draft).not.toBeNull()
  })

  it('sends groups only for a flow that covers groups', () => {
    const values = { ...valuesOf(flow), groups: ['g'] }
    expect(bodyOf(values, flow).groups).toEqual([])
    expect(bodyOf({ ...values, covers: 'groups' }, flow).groups).toEqual(['g'])
  })

  it('reads an empty repeat as none and other text as no number', () => {
    expect(stepBody(blank)).toMatchObject({ repeat_days: 0, repeat_times: 0, min_remaining: '0' })
    expect(stepBody({ ...blank, repeatDays: 'x' }).repeat_days).toBeNaN()
    expect(stepBody(at('', 'after')).offset_days).toBeNaN()
    expect(stepBody(at('0', 'before')).offset_days).toBe(0)
    expect(stepBody(at('12', 'on')).offset_days).toBe(0)
  })

  it('sends only the fields of the kind of a step, and one person for a task', () => {
    const filled = { ...blank, text: ' Call them. ', members: ['m', 'n'], copies: 'a@b.test' }
    expect(stepBody(filled)).toMatchObject({ template: 't', text: '', members: [], copies: ['a@b.test'] })
    expect(stepBody({ ...filled, kind: 'task' })).toMatchObject({
      template: null,
      text: 'Call them.',
      members: ['m'],
      copies: [],
      attach_pdf: false,
    })
    expect(stepBody({ ...filled, kind: 'staff_note' }).members).toEqual(['m', 'n'])
  })

  it('sends a thank-you without a template, an attachment or repeats', () => {
    const thanks = { ...newThanks('s'), template: 't', attachPdf: true, repeatDays: '7', repeatTimes: '2' }
    expect(stepBody(thanks)).toMatchObject({
      anchor: 'paid',
      offset_days: 1,
      template: null,
      attach_pdf: false,
      repeat_days: 0,
      repeat_times: 0,
      sender: null,
    })
  })

  it('explains days that are out of range without a sign', () => {
    expect(daysProblem(at('91', 'before'))).toBe('At most 90 days before.')
    expect(daysProblem(at('366', 'after'))).toBe('At most 365 days after.')
    expect(daysProblem(at('soon', 'after'))).toBe('Enter a whole number.')
    expect(daysProblem(at('', 'on'))).toBeNull()
    expect(daysProblem(at('31', 'after', { anchor: 'paid' }))).toBe('0 to 30 days after.')
    expect(daysProblem(at('30', 'after', { anchor: 'paid' }))).toBeNull()
  })
})

describe('the order of steps', () => {
  it('is that of their days, with the invoice date before the due date by the usual terms', () => {
    const steps = [
      at('3', 'after'),
      at('', 'on'),
      at('7', 'before'),
      at('1', 'after', { anchor: 'invoice_date' }),
      at('25', 'after', { anchor: 'invoice_date' }),
      at('', 'on', { id: 'paid', anchor: 'paid' }),
      at('300', 'after'),
    ]
    expect(sortSteps(steps, 30).map(({ id }) => id)).toEqual([
      '1 after',
      '7 before',
      '25 after',
      ' on',
      '3 after',
      '300 after',
      'paid',
    ])
  })

  it('adds a step a week after the last one', () => {
    expect(newStep('n', [at('7', 'before'), at('45', 'after')], 't')).toMatchObject({
      days: '52',
      direction: 'after',
    })
    expect(newStep('n', [at('365', 'after')], 't').days).toBe('365')
  })
})
