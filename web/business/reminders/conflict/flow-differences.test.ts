import { describe, expect, it } from 'vitest'
import { type FlowValues, newStep, type StepValues } from '../editor/flow-values.ts'
import { flowDifferences, keepMyFlow, standingText } from './flow-differences.ts'

const step = (id: string, more: Partial<StepValues> = {}): StepValues => ({
  ...newStep(id, [], 'gentle'),
  name: id,
  ...more,
})
const READ: FlowValues = {
  name: 'Firm',
  covers: 'everyone_else',
  groups: [],
  gapDays: '2',
  steps: [step('First'), step('Last')],
}
const NAMES = {
  groups: [{ pk: 'w', name: 'Wholesale' }],
  templates: [
    { pk: 'gentle', name: 'Gentle' },
    { pk: 'firm', name: 'Firm words' },
  ],
  members: [],
}
const meet = (theirs: Partial<FlowValues>, mine: Partial<FlowValues>) => {
  const versions = { read: READ, now: { ...READ, ...theirs }, mine: { ...READ, ...mine } }
  return { shown: flowDifferences(versions, NAMES), kept: keepMyFlow(versions) }
}

describe('two versions of a flow', () => {
  it('keep what either of them changed, and show the change of the other', () => {
    const { shown, kept } = meet(
      {
        covers: 'groups',
        groups: ['w'],
        steps: [step('First', { template: 'firm', hour: 17 }), step('Last')],
      },
      { name: 'Mine', steps: [step('First'), step('Last', { days: '30' })] },
    )
    expect(shown).toEqual([
      { label: 'Covers', before: 'Everyone else', now: 'Wholesale', mine: null },
      { label: 'Step First, hour', before: '9:00 AM', now: '5:00 PM', mine: null },
      { label: 'Step First, template', before: 'Gentle', now: 'Firm words', mine: null },
    ])
    expect(kept).toEqual({
      ...READ,
      name: 'Mine',
      covers: 'groups',
      groups: ['w'],
      steps: [step('First', { template: 'firm', hour: 17 }), step('Last', { days: '30' })],
    })
  })

  it('keep my step where both changed it, and show what of theirs that replaces', () => {
    const { shown, kept } = meet(
      { gapDays: '5', steps: [step('First', { hour: 17 }), step('Last')] },
      { gapDays: '7', steps: [step('First', { days: '10' }), step('Last')] },
    )
    expect(shown).toEqual([
      { label: 'Between messages', before: '2 days', now: '5 days', mine: '7 days' },
      { label: 'Step First, hour', before: '9:00 AM', now: '5:00 PM', mine: '9:00 AM' },
    ])
    expect(kept.gapDays).toBe('7')
    expect(kept.steps[0]).toEqual(step('First', { days: '10' }))
  })

  it('keep steps that either of them added, and delete those that either deleted', () => {
    const { shown, kept } = meet(
      { steps: [step('First'), step('Last'), step('Theirs')] },
      { steps: [step('Last'), step('Mine')] },
    )
    expect(shown).toEqual([
      { label: 'Step Theirs', before: '', now: '7 days after the due date', mine: null },
    ])
    expect(kept.steps.map(({ id }) => id)).toEqual(['Last', 'Theirs', 'Mine'])
  })

  it('say what customers get', () => {
    const live = { version: 2, gap_days: 2, steps: [], published_at: '', published_by: '' }
    expect(standingText({ is_on: false, live: null })).toBe('Not published')
    expect(standingText({ is_on: true, live })).toBe('Version 2, on')
    expect(standingText({ is_on: false, live })).toBe('Version 2, off')
  })
})
