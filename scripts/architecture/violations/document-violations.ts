import { join } from '../sound-checkout.ts'
import type { Violation } from './violation.ts'

/** Forbidden text in documentation, the lockfile and comments. */
export const documentViolations: readonly Violation[] = [
  [
    'requirements name the tests that prove them',
    'docs/requirements.md',
    '| R-01 | hashes passwords | `server/rooms/identity/gone.test.ts` |\n',
  ],
  [
    'each requirement has one row',
    'docs/requirements.md',
    '| R-01 | hashes passwords | not built yet |\n| R-01 | again | not built yet |\n',
  ],
  [
    'requirement ids stay in docs/requirements.md',
    'domain/money/rate.ts',
    '// R-01 asks for this.\nexport const rate = 1\n',
    { 'docs/requirements.md': '| R-01 | hashes passwords | not built yet |\n' },
  ],
  [
    'pages name only existing requirements',
    'docs/security.md',
    'See R-99.\n',
    { 'docs/requirements.md': '| R-01 | hashes passwords | not built yet |\n' },
  ],
  ['no markers of unfinished work', 'domain/money.ts', `// ${join('TO', 'DO')} round`],
  ['no markers of unfinished work', 'web/ui/base.css', `/* ${join('FIX', 'ME')} */`],
  [
    'the lockfile is complete',
    'package-lock.json',
    '{ "packages": { "node_modules/vite": { "optionalDependencies": { "vite-linux-x64": "1" } } } }',
  ],
  [
    'no package has a known vulnerability',
    'package-lock.json',
    '{ "packages": { "node_modules/x/node_modules/fastify": { "version": "5.8.4" } } }',
  ],
  ['no private key is checked in', 'README.md', `sk_${join('live', '_')}4eC39HqLyjWDarjtT1zdp7dc`],
  ['no private key is checked in', 'domain/money.test.ts', `// -----BEGIN ${join('PRIVATE', ' KEY')}-----`],
]
