import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { allRoutes } from '../../contract/index.ts'
import { buildWeb } from '../build.ts'
import { PAGE_BUDGETS, type PageBudget } from './page-budgets.ts'

const WEB = resolve(import.meta.dirname, '..', '..', 'dist', 'web')
const read = (file: string): string => readFileSync(join(WEB, file), 'utf8')

beforeAll(() => buildWeb(), 120_000)

/** What the HTML itself makes a browser fetch. Icons within the page are data, and cost nothing more. */
function namedByHtml(html: string): string[] {
  const tags = read(html).match(/<(script|link)\b[^>]*>/g) ?? []
  return tags
    .map((tag) => /\b(?:src|href)="([^"]*)"/.exec(tag)?.[1] ?? '')
    .filter((address) => address !== '' && !address.startsWith('data:'))
    .map((address) => address.replace(/^\//, ''))
}

/** The file of a lazy part of the page, with the style sheets that come with it. */
function lazyFiles(html: string, name: string): string[] {
  type Chunk = { file: string; name?: string; css?: string[] }
  const manifest = JSON.parse(read(`.vite/${html.replace('.html', '.json')}`)) as Record<string, Chunk>
  const found = Object.values(manifest).find((chunk) => chunk.name === name)
  if (!found)
    throw new Error(`${html} has no part ${name}: name it in page-budgets.ts as vite.config.ts does.`)
  return [found.file, ...(found.css ?? [])]
}

/** These files and all that their scripts import at once, as a browser follows them. */
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

const filesOf = ({ html, lazy }: PageBudget): Set<string> =>
  withImports([...namedByHtml(html), ...lazy.flatMap((name) => lazyFiles(html, name))])

describe('what people wait for before the first screen', () => {
  it.each(Object.values<PageBudget>(PAGE_BUDGETS))('$name stays within its budget', (budget) => {
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
    // The page itself is one more.
    expect(files.length + 1, `files of the ${budget.name}\n${shown}`).toBeLessThanOrEqual(budget.mostFiles)
  })
})

describe('what never leaves the server', () => {
  const code = () =>
    readdirSync(join(WEB, 'assets'))
      .filter((file) => file.endsWith('.js'))
      .map((file) => ({ file, text: read(`assets/${file}`) }))

  it('the library of shapes', () => {
    expect(
      code()
        .filter(({ text }) => /ZodError|_zod\b/.test(text))
        .map(({ file }) => file),
    ).toEqual([])
  })

  it('the descriptions of calls', () => {
    const summaries = allRoutes.map(({ summary }) => summary).filter((text) => text.length > 40)
    const told = code().flatMap(({ file, text }) =>
      summaries.filter((summary) => text.includes(summary)).map((summary) => `${file}: ${summary}`),
    )
    expect(summaries.length).toBeGreaterThan(0)
    expect(told).toEqual([])
  })
})
