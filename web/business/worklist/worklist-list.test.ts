import { expect, it } from 'vitest'
import { readFilter } from './worklist-list.ts'

it('reads filters from the address, and replaces unknown values by the defaults', () => {
  expect(readFilter({})).toEqual({
    view: 'open',
    assignee: 'everyone',
    kind: undefined,
    customer: undefined,
  })
  expect(readFilter({ view: 'done', assignee: 'me', kind: 'answer' })).toEqual({
    view: 'done',
    assignee: 'me',
    kind: 'answer',
  })
  expect(readFilter({ view: 'all', assignee: '7', kind: 'x' })).toEqual(readFilter({}))
})
