import { describe, expect, it } from 'vitest'
import { changeOf, countChanges, coversText, stateOf, unpublishedText } from './flow-words.ts'
import type { Definition, Step } from './use-flows.ts'

const step = (id: string, more: Partial<Step> = {}): Step => ({
  id,
  name: id,
  kind: 'email',
  anchor: 'due_date',
  offset_days: 3,
  hour: 9,
  template: 'first',
  text: '',
  members: [],
  repeat_days: 0,
  repeat_times: 0,
  min_remaining: '0.00',
  attach_pdf: true,
  copies: [],
  sender: null,
  ...more,
})
const live = { gap_days: 3, steps: [step('a'), step('b')], version: 2, published_at: '' }

describe('state of a flow', () => {
  it('is a draft until it is first published, then on or off, and paused only while on', () => {
    const pause = { until: null, note: '' }
    expect(stateOf({ live: null, is_on: false, pause: null }).text).toBe('Draft')
    expect(stateOf({ live, is_on: true, pause: null }).text).toBe('On')
    expect(stateOf({ live, is_on: true, pause }).text).toBe('Paused')
    expect(stateOf({ live, is_on: false, pause }).text).toBe('Off')
  })

  it('names the groups that it covers', () => {
    const groups = [
      { pk: '1', name: 'Schools' },
      { pk: '2', name: 'Hotels' },
    ]
    expect(coversText({ covers: 'groups', groups }, false)).toBe('Schools, Hotels')
    expect(coversText({ covers: 'everyone_else', groups: [] }, false)).toBe('Everyone else')
    expect(coversText({ covers: 'everyone_else', groups: [] }, true)).toBe('All customers')
  })
})

describe('changes since the live version', () => {
  const draft: Definition = { gap_days: 5, steps: [step('a', { copies: ['a@b.test'] }), step('c')] }

  it('finds steps that are new or changed', () => {
    expect(draft.steps.map((one) => changeOf(one, live))).toEqual(['changed', 'new'])
    expect(changeOf(step('a'), live)).toBeNull()
    expect(changeOf(step('a'), null)).toBeNull()
  })

  it('counts added, removed and changed steps and the days between messages', () => {
    expect(countChanges(draft, live)).toBe(4)
    expect(unpublishedText({ draft, live })).toBe('4 changes not published')
    expect(unpublishedText({ draft: { ...live, gap_days: 4 }, live })).toBe('1 change not published')
    expect(unpublishedText({ draft, live: null })).toBeNull()
    expect(unpublishedText({ draft: null, live })).toBeNull()
  })
})
