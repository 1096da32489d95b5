import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { allRoutes } from '../../contract/index.ts'
import { buildWeb } from '../build.ts'
import { translatedLanguages } from '../languages/offered-languages.ts'
import { PAGE_BUDGETS, type PageBudget } from './page-budgets.ts'

const WEB = resolve(import.meta.dirname, '..', '..', 'dist', 'web')
const read = (file: string): string => readFileSync(join(WEB, file), 'utf8')

beforeAll(() => buildWeb(), 120_000)

/** Files that the HTML loads. Inline icons are data URLs and need no request. */
function namedByHtml(html: string): string[] {
  const tags = read(html).match(/<(script|link)\b[^>]*>/g) ?? []
  return tags
    .map((tag) => /\b(?:src|href)="([^"]*)"/.exec(tag)?.[1] ?? '')
    .filter((address) => address !== '' && !address.startsWith('data:'))
    .map((address) => address.replace(/^\//, ''))
}

/** The script of a lazy part, with its style sheets. */
function lazyFiles(html: string, name: string): string[] {
  type Chunk = { file: string; name?: string; css?: string[] }
  const manifest = JSON.parse(read(`.vite/${html.replace('.html', '.json')}`)) as Record<string, Chunk>
  const found = Object.values(manifest).find((chunk) => chunk.name === name)
  if (!found)
    throw new Error(`${html} has no part ${name}: name it in page-budgets.ts as vite.config.ts does.`)
  return [found.file, ...(found.css ?? [])]
}

/** Adds the static imports of these files, recursively. */
function withImports(files: readonly string[]): Set<string> {
  const all = new Set<string>()
  const waiting = [...files]
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (all.has(file)) continue
    all.add(file)
    if (!file.endsWith('.js')) continue
    for (const [, path = ''] of read(file).matchAll(/\b(?:import|from)\s*["']\.\/([^"']+\.js)["']/g))
      waiting.push(`assets/${path}`)
  }
  return all
}

const weightOf = (file: string): number =>
  existsSync(join(WEB, `${file}.br`))
    ? statSync(join(WEB, `${file}.br`)).size
    : brotliCompressSync(read(file)).length

type BuiltPage = Omit<PageBudget, 'html'> & { readonly html: string }

/** Other languages need more letters than English. Tables of texts would need far more than this. */
const LANGUAGE_BYTES = 1000

/** The first screens in every language in which they are built. */
const PAGES = Object.values<PageBudget>(PAGE_BUDGETS).flatMap((budget): BuiltPage[] => [
  budget,
  ...(budget.html === 'portal.html' ? translatedLanguages() : []).map((language) => ({
    ...budget,
    name: `${budget.name} (${language})`,
    html: `portal.${language}.html`,
    mostBytes: budget.mostBytes + LANGUAGE_BYTES,
  })),
])

const filesOf = ({ html, lazy }: BuiltPage): Set<string> =>
  withImports([...namedByHtml(html), ...lazy.flatMap((name) => lazyFiles(html, name))])

describe('the first screen', () => {
  it.each(PAGES)('$name stays within its budget', (budget) => {
    const files = [...filesOf(budget)]
    const weighed = files
      .filter((file) => /\.(js|css)$/.test(file))
      .map((file) => ({ file, bytes: weightOf(file) }))
    const bytes = weighed.reduce((sum, { bytes }) => sum + bytes, 0)
    const shown = weighed.map(({ file, bytes }) => `  ${String(bytes).padStart(6)} ${file}`).join('\n')
    process.stdout.write(
      `${budget.name}: ${bytes} of ${budget.mostBytes} bytes, ${files.length + 1} of ${budget.mostFiles} files\n${shown}\n`,
    )
    expect(bytes, `script and style of the ${budget.name}\n${shown}`).toBeLessThanOrEqual(budget.mostBytes)
    // The HTML counts as one file.
    expect(files.length + 1, `files of the ${budget.name}\n${shown}`).toBeLessThanOrEqual(budget.mostFiles)
  })
})

/** The hashes in names of files are like random, and compress by a hundred bytes better or worse in each language. */
const withoutHashes = (text: string): string => text.replace(/-[\w-]{8}(?=\.(js|css)\b)/g, '')

const weightIn = (budget: PageBudget, html: string): number =>
  [...filesOf({ ...budget, html })]
    .filter((file) => /\.(js|css)$/.test(file))
    .reduce((sum, file) => sum + brotliCompressSync(withoutHashes(read(file))).length, 0)

describe.each(Object.values<PageBudget>(PAGE_BUDGETS).filter(({ html }) => html === 'portal.html'))(
  'the $name',
  (budget) => {
    it.each(translatedLanguages())('in %s is hardly heavier than in English', (language) => {
      const more = weightIn(budget, `portal.${language}.html`) - weightIn(budget, budget.html)
      process.stdout.write(`${budget.name} (${language}): ${more} bytes more than English\n`)
      expect(more).toBeLessThanOrEqual(LANGUAGE_BYTES)
    })
  },
)

describe('the browser bundle', () => {
  const code = () =>
    readdirSync(join(WEB, 'assets'))
      .filter((file) => file.endsWith('.js'))
      .map((file) => ({ file, text: read(`assets/${file}`) }))

  it('does not contain zod', () => {
    expect(
      code()
        .filter(({ text }) => /ZodError|_zod\b/.test(text))
        .map(({ file }) => file),
    ).toEqual([])
  })

  it('does not contain the summaries of routes', () => {
    const summaries = allRoutes.map(({ summary }) => summary).filter((text) => text.length > 40)
    const offending = code().flatMap(({ file, text }) =>
      summaries.filter((summary) => text.includes(summary)).map((summary) => `${file}: ${summary}`),
    )
    expect(summaries.length).toBeGreaterThan(0)
    expect(offending).toEqual([])
  })
})
