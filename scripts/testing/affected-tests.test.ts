import { expect, it } from 'vitest'
import type { Import, Project, Source } from '../architecture/project.ts'
import { findAffectedTests } from './affected-tests.ts'

/** A project of these files, each with the files that it imports. */
function projectOf(files: Record<string, readonly string[]>): Project {
  const sources = Object.entries(files).map(([path, targets]): Source => {
    const imports = targets.map((target): Import => ({ specifier: target, target, line: 1, typeOnly: false }))
    return { path, imports } as unknown as Source
  })
  return {
    sources,
    source: (path: string) => sources.find((one) => one.path === path),
  } as unknown as Project
}

const STORE = 'server/rooms/invoices/store/facts.ts'
const project = projectOf({
  [STORE]: [],
  'server/rooms/invoices/actions/read-invoice.ts': [STORE],
  'server/rooms/invoices/actions/read-invoice.test.ts': [
    'server/rooms/invoices/actions/read-invoice.ts',
    'testing/test-app.ts',
  ],
  'server/rooms/invoices/index.ts': ['server/rooms/invoices/actions/read-invoice.ts'],
  'server/rooms/payments/actions/pay-invoice.ts': ['server/rooms/invoices/index.ts'],
  'server/rooms/payments/actions/pay-invoice.test.ts': ['server/rooms/payments/actions/pay-invoice.ts'],
  'server/rooms/payments/actions/post-payment.ts': ['server/rooms/payments/actions/pay-invoice.ts'],
  'server/rooms/payments/actions/post-payment.test.ts': ['server/rooms/payments/actions/post-payment.ts'],
  'server/main/rooms.ts': ['server/rooms/invoices/index.ts'],
  'testing/test-app.ts': ['server/main/rooms.ts'],
  'server/rooms/team/actions/invite-person.test.ts': ['testing/test-app.ts'],
})

it('finds the tests of the room and those beside its direct users', () => {
  expect(findAffectedTests(project, [STORE])).toEqual([
    'server/rooms/invoices/actions/read-invoice.test.ts',
    'server/rooms/payments/actions/pay-invoice.test.ts',
  ])
})

it('follows wiring only where that changed itself', () => {
  expect(findAffectedTests(project, ['testing/test-app.ts'])).toEqual([
    'server/rooms/invoices/actions/read-invoice.test.ts',
    'server/rooms/team/actions/invite-person.test.ts',
  ])
})

it('runs a changed test', () => {
  const changed = 'server/rooms/team/actions/invite-person.test.ts'
  expect(findAffectedTests(project, [changed])).toEqual([changed])
})
