import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { parseCode } from './find-texts.ts'
import { findHardCoded } from './hard-coded.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

const textsOf = (path: string): string[] => {
  const code = readFileSync(join(ROOT, path), 'utf8')
  return findHardCoded(parseCode(path, code)).map(
    ({ text, position }) => `${path}:${code.slice(0, position).split('\n').length}: ${text}`,
  )
}
const files = globSync('web/portal/**/*.{ts,tsx}', { cwd: ROOT })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => !/\.test\.tsx?$/.test(path))

it('shows no text in the portal that cannot be translated', () => {
  expect(files.flatMap(textsOf)).toEqual([])
})

it.each([
  ['<p>Pay now</p>', ['Pay now']],
  [`<Field label="Amount" className="Big text" />`, ['Amount']],
  [`<Button>{busy ? 'Paying' : t('Pay')}</Button>`, ['Paying']],
  [`<Button title={busy ? 'please wait' : t('Pay')} />`, ['please wait']],
  [`<p>{\`\${count} stored\`}</p>`, ['{} stored']],
  [`const STEPS = { label: 'card', kind: 'card' }`, ['card']],
  [`const TITLE = 'Payment Unsuccessful'`, ['Payment Unsuccessful']],
  [`t('Pay {name}', { name: 'Nobody' })`, ['Nobody']],
  [`rich('Read <a>it</a>', { a: (text) => <b title="Here">{text}</b> })`, ['Here']],
  [`if (event.key === 'Enter') throw new Error('No such key')`, []],
  [`<p className={\`text-12 \${wide ? 'px-4' : ''}\`}>{amount} · {date}</p>`, []],
])('finds the texts in %s', (code, texts) => {
  const program = parseCode('page.tsx', `import { rich, t } from './ui/language/text.ts'\n${code}`)
  expect(findHardCoded(program).map(({ text }) => text)).toEqual(texts)
})
