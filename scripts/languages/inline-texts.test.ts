import { resolve } from 'node:path'
import { build, type Rolldown } from 'vite'
import { describe, expect, it } from 'vitest'
import { inlineIn, inlineTexts } from './inline-texts.ts'
import { numberMarksOf } from './offered-languages.ts'

const IMPORT = `import { rich, t } from '../ui/language/text.ts'\n`
const inlined = (call: string, language = 'en', catalogue: Record<string, string> | null = null): string => {
  const code = inlineIn('web/page.tsx', `${IMPORT}const shown = ${call}`, language, catalogue)
  const at = code.indexOf('const shown = ')
  expect(code.slice(0, at)).not.toContain('language/text.ts')
  return code.slice(at + 'const shown = '.length)
}
/** Runs the inlined text with one value. */
const run = (call: string, name: string, value: unknown, language?: string, text?: string): unknown => {
  const key = /'([^']*)'/.exec(call)![1]!
  const code = inlined(call, language, text === undefined ? null : { [key]: text })
  const category = (count: number) => new Intl.PluralRules(language).select(count)
  return new Function(name, 'pluralCategory$', `return ${code}`)(value, category)
}

describe('inlining', () => {
  it('replaces a text by a literal, and removes the import', () => {
    expect(inlined(`t('Pay now')`)).toBe('"Pay now"')
    expect(inlined(`t('Pay now')`, 'de', { 'Pay now': 'Jetzt zahlen' })).toBe('"Jetzt zahlen"')
  })

  it('writes values where the language puts them', () => {
    expect(inlined('t(`Pay {amount}`, { amount })')).toBe(`\`Pay \${amount}\``)
    expect(inlined(`t('Pay {amount}', { amount })`, 'de', { 'Pay {amount}': '{amount} zahlen' })).toBe(
      `\`\${amount} zahlen\``,
    )
  })

  it('takes a translation by its context, and never shows the context', () => {
    const open = `t('Open', { context: 'status of an invoice' })`
    expect(inlined(open)).toBe('"Open"')
    expect(inlined(open, 'de', { 'Open (status of an invoice)': 'Offen' })).toBe('"Offen"')
  })

  it('counts in each language as it does', () => {
    const call = `t('{n, plural, one {# invoice} other {# invoices}}', { n })`
    expect([1, 2, 1234].map((n) => run(call, 'n', n))).toEqual(['1 invoice', '2 invoices', '1,234 invoices'])
    const french = '{n, plural, one {# facture} many {# de factures} other {# factures}}'
    expect([0, 2, 1_000_000].map((n) => run(call, 'n', n, 'fr', french))).toEqual([
      '0 facture',
      '2 factures',
      `${(1_000_000).toLocaleString('fr')} de factures`,
    ])
  })

  it('tests plurals without Intl.PluralRules where the language’s rules are short', () => {
    const call = `t('{n, plural, one {a} other {b}}', { n })`
    const forms = '{n, plural, one {a} many {m} other {b}}'
    const counts = [0, 1, 2, 999_999, 1_000_000, 1_000_001, 3_000_000]
    const shown = (language: string) => counts.map((n) => run(call, 'n', n, language, forms)).join('')
    expect([shown('fr'), shown('es')]).toEqual(['aabbmbm', 'babbmbm'])
    for (const language of ['fr', 'es'])
      expect(inlined(call, language, { '{n, plural, one {a} other {b}}': forms })).not.toContain(
        'pluralCategory',
      )
    const polish = { '{n, plural, one {a} other {b}}': '{n, plural, one {a} few {f} many {m} other {b}}' }
    expect(inlined(call, 'pl', polish)).toContain('pluralCategory')
  })

  it('chooses by exact number and by name', () => {
    const call = `t('{n, plural, =0 {none} one {one of #} other {#}}', { n })`
    expect([0, 1, 5].map((n) => run(call, 'n', n))).toEqual(['none', 'one of 1', '5'])
    const kind = `t('{kind, select, card {Card} other {Account}}', { kind })`
    expect(['card', 'x'].map((value) => run(kind, 'kind', value))).toEqual(['Card', 'Account'])
  })

  it('evaluates a value once that a text uses twice', () => {
    const call = `t('{n, plural, one {# invoice} other {# invoices}}', { n: next() })`
    let calls = 0
    expect(run(call, 'next', () => ++calls + 1)).toBe('2 invoices')
    expect(calls).toBe(1)
  })

  it('writes tags into their elements', () => {
    const terms = `rich('Read the <link>terms</link>.', { link: (text) => <a href="/terms">{text}</a> })`
    expect(inlined(terms)).toBe(`<>{"Read the "}{<a href="/terms">{"terms"}</a>}{"."}</>`)
    expect(inlined(`rich('Read <link>{name}</link>', { link: shown, name })`)).toBe(
      `<>{"Read "}{(shown)(<>{name}</>)}</>`,
    )
  })

  it('inlines texts inside the values of others', () => {
    expect(inlined(`t('{amount} from {payer}', { amount, payer: name ?? t('a payer') })`)).toBe(
      `\`\${amount} from \${name ?? "a payer"}\``,
    )
  })

  it('keeps every line where it was', () => {
    const code = `${IMPORT}\nconst a = t(\n  'Pay {amount}',\n  { amount },\n)\nconst b = 1`
    expect(inlineIn('web/a.ts', code, 'en').split('\n').indexOf('const b = 1')).toBe(6)
  })

  it('escapes what a template would read', () => {
    expect(run(`t('Costs \`{n}\`', { n })`, 'n', 3)).toBe('Costs `3`')
  })
})

describe('refusing', () => {
  it.each([
    ['a message that is no literal', 't(message)', 'must be a literal'],
    ['a missing value', `t('Pay {amount}')`, 'the value amount is missing'],
    ['a value that the text does not take', `t('Pay', { amount })`, 'it takes no value amount'],
    ['values that are no object literal', `t('Pay {amount}', values)`, 'must be an object literal'],
    ['a name used without calling it', '[t].map(String)', 'Call t directly'],
    ['a message that is not valid', `t('Pay {amount', { amount })`, 'EXPECT_ARGUMENT_CLOSING_BRACE'],
  ])('refuses %s', (_name, call, message) => {
    expect(() => inlined(call)).toThrow(message)
  })

  it('refuses a text that the catalogue lacks, and one that takes other values', () => {
    expect(() => inlined(`t('Pay')`, 'de', {})).toThrow('languages/de.json lacks "Pay"')
    expect(() => inlined(`t('Pay {amount}', { amount })`, 'de', { 'Pay {amount}': '{sum} zahlen' })).toThrow(
      'the value sum is missing',
    )
  })

  it('names file and line when it stops a build', async () => {
    const page = resolve(import.meta.dirname, '..', '..', 'web', 'page.ts')
    const code = `${IMPORT.replace('../', './')}\nexport default t(window.name)`
    const given: Rolldown.Plugin = {
      name: 'page',
      resolveId: { order: 'pre', handler: (id) => (id === page ? id : null) },
      load: { order: 'pre', handler: (id) => (id === page ? code : null) },
    }
    const built = build({
      configFile: false,
      logLevel: 'silent',
      plugins: [given, inlineTexts()],
      build: { write: false, rolldownOptions: { input: page } },
    })
    await expect(built).rejects.toThrow(/page\.ts[\s\S]*must be a literal/)
  })
})

it.each([
  ['en', { group: ',', point: '.', groupedFrom: 4 }],
  ['de', { group: '.', point: ',', groupedFrom: 4 }],
  ['fr', { group: '\u202f', point: ',', groupedFrom: 4 }],
  ['es', { group: '.', point: ',', groupedFrom: 5 }],
])('knows how %s writes numbers', (language, marks) => {
  expect(numberMarksOf(language)).toEqual(marks)
})
