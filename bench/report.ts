import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { HotPlan } from './explain.ts'
import type { Finding } from './rows/row.ts'

const FILE = fileURLToPath(new URL('../docs/benchmarks.md', import.meta.url))
const ORDER = ['1m', '100k', '10k', '1k']

const HEAD = `# Benchmarks

Written by \`npm run bench -- [names] [--size 10k|100k|1m]\`; a run replaces the part of its size.

Machines are shared and noisy, so each figure stands beside its reference from the same round, and the ratio is the middle
one of five rounds. CPU is that of the server's and PostgreSQL's processes together, from /proc/PID/schedstat.
**H**: CPU a request of a bare node:http server that answers fixed JSON. **F**: a few lines of Fastify and pg on the product's
own tables, with kept counts and prepared statements, where nobody signs in and nothing is checked. **S**: the same SQL through the
driver alone. **W**: pgbench's TPC-B-like transactions, 16 sessions, fsync on. The product runs in production mode.
`

/** Puts what was measured into docs/benchmarks.md, instead of what was measured at this size before. */
export function writeReport(size: string, findings: readonly Finding[], plans: readonly HotPlan[]): void {
  const parts = new Map(
    (existsSync(FILE) ? readFileSync(FILE, 'utf8') : '')
      .split(/^## /m)
      .slice(1)
      .map((part): [string, string] => [
        part.slice(0, part.indexOf('\n')).split(' ')[0]!,
        `## ${part.trimEnd()}\n`,
      ]),
  )
  parts.set(size, section(size, findings, plans))
  const text = [HEAD, ...ORDER.flatMap((one) => parts.get(one) ?? [])].join('\n')
  writeFileSync(FILE, text)
}

function section(size: string, findings: readonly Finding[], plans: readonly HotPlan[]): string {
  const cell = (text: string): string => text.replaceAll('|', '\\|') || '·'
  const rows = findings.map(
    (one) =>
      `| ${[one.what, one.at, one.figure, one.reference, one.ratio, one.target, one.kept === null ? '' : one.kept ? 'kept' : '**missed**'].map(cell).join(' | ')} |`,
  )
  const explained = plans.map(
    (one) =>
      `<details><summary>${one.what}: ${one.rows} rows looked at</summary>\n\n\`\`\`\n${one.plan}\n\`\`\`\n</details>\n`,
  )
  return [
    `## ${size} invoices in one account`,
    '',
    `${cpus().length} cores (${cpus()[0]?.model.trim() ?? ''}), ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.versions.node}.`,
    '',
    '| what | at | figure | reference | ratio | target | |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...rows,
    '',
    `### Plans of the hot queries at ${size}`,
    '',
    ...explained,
  ].join('\n')
}
