import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { fileURLToPath } from 'node:url'
import { printLine } from './measuring.ts'
import type { Finding } from './rows/row.ts'

const FILE = fileURLToPath(new URL('../docs/benchmarks.md', import.meta.url))
const ORDER = ['1m', '100k', '10k', '1k', 'any']

const HEAD = `# Benchmarks

Written by \`npm run bench -- [names] [--size 10k|100k|1m]\`; each line is replaced when it is measured again
and says when and where that was. Compare ratios, not figures, between processors.

Machines are shared and noisy, so each figure stands beside its reference from the same round, and the ratio is the middle
one of five rounds. CPU is that of the server's and PostgreSQL's processes together, from /proc/PID/schedstat.
**H**: CPU a request of a bare node:http server that answers fixed JSON. **F**: a few lines of Fastify and pg on the product's
own tables, with stored counts and prepared statements, where nobody logs in and nothing is checked. **S**: the same SQL through the
driver alone. **W**: pgbench's TPC-B-like transactions, 16 sessions, fsync on. The product runs in production mode.
Why a target is missed: [performance.md](performance.md).
`

/** Writes the results of a row to docs/benchmarks.md, replacing its former results at this size. */
export function reportRow(size: string, row: string, findings: readonly Finding[]): void {
  const cell = (text: string): string => text.replaceAll('|', '\\|') || '·'
  const lines = findings.map((one) => {
    const verdict = one.met === null ? '' : one.met ? 'met' : '**missed**'
    const cells = [
      row,
      one.what,
      one.at,
      one.figure,
      one.reference,
      one.ratio,
      one.target,
      verdict,
      environment(),
    ]
    return `| ${cells.map(cell).join(' | ')} |`
  })
  change(size, (known) => [...known.filter((line) => !line.startsWith(`| ${row} |`)), ...lines])
}

/** Date, processors and Node version, such as '2026-11-23, 2 × AMD EPYC, Node 24.21.0'. */
const environment = (): string =>
  `${new Date().toISOString().slice(0, 10)}, ${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown'}, Node ${process.versions.node}`

export const formatFinding = (one: Finding): string =>
  `${one.met === null ? '·' : one.met ? '✓' : '✗'} ${one.what} (${one.at}): ${one.figure}${one.reference && ` · ${one.reference}`}${one.ratio && ` · ${one.ratio}`} · target ${one.target}`

/** Prints and reports the results of a standalone benchmark. */
export function reportStandalone(row: string, findings: readonly Finding[]): void {
  for (const one of findings) printLine(formatFinding(one))
  reportRow('any', row, findings)
}

const TABLE =
  '| row | what | at | figure | reference | ratio | target | | measured |\n| --- | --- | --- | --- | --- | --- | --- | --- | --- |'

/** Changes the lines of one size and keeps all others. */
function change(size: string, how: (lines: readonly string[]) => readonly string[]): void {
  const parts = readParts()
  parts.set(size, how(parts.get(size) ?? []))
  const sections = ORDER.flatMap((one) => {
    const lines = parts.get(one)
    return lines ? [section(one, lines)] : []
  })
  writeFileSync(FILE, [HEAD, ...sections].join('\n'))
}

function readParts(): Map<string, readonly string[]> {
  const text = existsSync(FILE) ? readFileSync(FILE, 'utf8') : ''
  return new Map(
    text
      .split(/^## /m)
      .slice(1)
      .map((part): [string, readonly string[]] => {
        const rows = part.split('\n').filter((line) => line.startsWith('| '))
        return [part.split(' ')[0]!, rows.slice(2)]
      }),
  )
}

const section = (size: string, lines: readonly string[]): string =>
  [
    size === 'any' ? '## any size: each on data of its own' : `## ${size} invoices in one account`,
    '',
    TABLE,
    ...lines,
    '',
  ].join('\n')
