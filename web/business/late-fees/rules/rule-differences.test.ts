import { describe, expect, it } from 'vitest'
import { keepMyRule, ruleDifferences, type TypedRule } from './rule-differences.ts'
import type { RuleValues } from './rule-values.ts'

const READ: TypedRule = {
  values: {
    name: 'Usual',
    'terms.kind': 'percent',
    'terms.flat': '0.00',
    'terms.rate': '1.5',
    'terms.compounds': 'no',
    'terms.grace_days': '10',
    'terms.repeat': 'monthly',
    'terms.every_days': '30',
    'terms.day_of_month': '',
    'terms.cap': '',
    'terms.cap_rate': '10',
    'terms.yearly_cap_rate': '',
    'terms.min_remaining': '5.00',
    line_text: 'Late fee {month}',
    item: '',
  },
  covered: { covers: 'everyone_else', groups: [] },
}
const WHOLESALE = { pk: 'w', name: 'Wholesale' }

const changed = (values: Partial<RuleValues>, covered = READ.covered): TypedRule => ({
  values: { ...READ.values, ...values },
  covered,
})
const meet = (theirs: TypedRule, mine: TypedRule) => {
  const versions = { read: READ, now: theirs, mine }
  return { shown: ruleDifferences(versions), kept: keepMyRule(versions) }
}

describe('two versions of a rule', () => {
  it('keep what either of them changed, and show the change of the other', () => {
    const { shown, kept } = meet(
      changed({ 'terms.rate': '2' }, { covers: 'groups', groups: [WHOLESALE] }),
      changed({ 'terms.grace_days': '14' }),
    )
    expect(shown).toEqual([
      { label: 'Percentage', before: '1.5%', now: '2%', mine: null },
      { label: 'Customers', before: 'Everyone else', now: 'Wholesale', mine: null },
    ])
    expect(kept).toEqual(
      changed({ 'terms.rate': '2', 'terms.grace_days': '14' }, { covers: 'groups', groups: [WHOLESALE] }),
    )
  })

  it('show both where both changed a part, and keep mine', () => {
    const { shown, kept } = meet(
      changed({ 'terms.rate': '2', name: 'Theirs' }, { covers: 'groups', groups: [WHOLESALE] }),
      changed({ 'terms.rate': '3', name: 'Theirs ' }, { covers: 'groups', groups: [] }),
    )
    expect(shown).toEqual([
      { label: 'Percentage', before: '1.5%', now: '2%', mine: '3%' },
      { label: 'Customers', before: 'Everyone else', now: 'Wholesale', mine: '' },
      { label: 'Name of the rule', before: 'Usual', now: 'Theirs', mine: null },
    ])
    expect(kept.values['terms.rate']).toBe('3')
    expect(kept.covered.groups).toEqual([])
  })

  it('keep the kind of fee that a changed figure needs, and say so', () => {
    const { shown, kept } = meet(
      changed({ 'terms.kind': 'flat', 'terms.flat': '25.00' }),
      changed({ 'terms.rate': '2' }),
    )
    expect(shown[0]).toEqual({
      label: 'Fee',
      before: 'A percentage of what remains',
      now: 'An amount',
      mine: 'A percentage of what remains',
    })
    expect(kept.values).toMatchObject({ 'terms.kind': 'percent', 'terms.rate': '2' })
  })

  it('take figures that the other version hides from mine', () => {
    const { kept } = meet(
      changed({ 'terms.kind': 'flat', 'terms.flat': '25.00', 'terms.rate': '0' }),
      changed({ 'terms.kind': 'both', 'terms.flat': '7.00' }),
    )
    expect(kept.values).toMatchObject({ 'terms.kind': 'both', 'terms.flat': '7.00', 'terms.rate': '1.5' })
  })

  it('don’t count fields that a form hides as changed', () => {
    const { shown, kept } = meet(
      changed({ 'terms.cap': '60.00' }),
      changed({ 'terms.flat': '', 'terms.every_days': '' }),
    )
    expect(shown).toEqual([{ label: 'Most per invoice', before: '', now: '60.00', mine: null }])
    expect(kept).toEqual(changed({ 'terms.cap': '60.00' }))
  })
})
