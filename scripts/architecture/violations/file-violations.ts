import { empty, importing, join, lines } from '../sound-checkout.ts'
import type { Violation } from './violation.ts'

const manyPages = Object.fromEntries(
  Array.from({ length: 25 }, (_, index) => [`docs/pages/page-${index}.md`, '']),
)

/** Files with a forbidden name, size or position. */
export const fileViolations: readonly Violation[] = [
  ['files have at most 300 lines', 'web/session/call.ts', lines(301)],
  ['no path leads outside the checkout', 'README.md', `See ${join('../', 'shared')}/design.`],
  ['no file or folder has a generic name', 'web/session/utils.ts', empty],
  ['no file or folder has a generic name', 'web/lib/call.test.ts', empty],
  ['names are kebab-case', 'web/session/tokenStore.test.ts', empty],
  ['names are kebab-case', 'docs/My_page.md', ''],
  ['rooms contain only the agreed files', 'server/rooms/payments/service.test-data.ts', empty],
  ['rooms contain only the agreed files', 'server/rooms/parlor/index.ts', empty],
  ['rooms contain only the agreed files', 'server/rooms/payments/drawing/sheet.ts', empty],
  [
    'actions are named verb-noun',
    'server/rooms/ledger/actions/append.ts',
    'export function append(): void {}',
  ],
  [
    'actions export functions only',
    'server/rooms/ledger/actions/append-entry.ts',
    'export const a = () => {}\nexport const b = 1',
  ],
  ['every room has a README.md', 'server/rooms/plans/index.ts', empty],
  ['every room has a registry', 'server/rooms/plans/index.ts', empty],
  [
    'a room declares its failpoints in its registry',
    'server/rooms/payments/actions/take-money.ts',
    "export async function takeMoney() { await failpoint('money.taken') }",
  ],
  [
    'only main reads a registry',
    'server/rooms/payments/actions/take-money.ts',
    `${importing('../registry.ts')}export function takeMoney() {}`,
  ],
  ['every room of an app has its line', 'web/portal/parlor/index.ts', empty],
  ['a folder holds at most 25 files', 'docs/pages/index.ts', '', manyPages],
  ['a test file has at most 400 lines', 'domain/money.test.ts', lines(401)],
]
