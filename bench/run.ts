import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { explainHotQueries } from './explain.ts'
import { say } from './measuring.ts'
import { openWorld } from './product/world.ts'
import { reportPlans, reportRow } from './report.ts'
import { filteringRows } from './rows/filtering.ts'
import { moneyRows } from './rows/money.ts'
import { processRows } from './rows/processes.ts'
import { readingRows } from './rows/reading.ts'
import { reportingRows } from './rows/reporting.ts'
import type { Finding, Row } from './rows/row.ts'

const ROWS: readonly Row[] = [
  ...readingRows,
  ...filteringRows,
  ...reportingRows,
  ...moneyRows,
  ...processRows,
]
/** Benchmarks that bring their own data and print their own lines. */
const BY_THEMSELVES = ['import', 'pdf', 'start']
const SIZES: Readonly<Record<string, number>> = {
  '1k': 1000,
  '10k': 10_000,
  '100k': 100_000,
  '1m': 1_000_000,
}

const USAGE = `Usage: npm run bench -- [names] [--size 10k|100k|1m] [--data FOLDER]

Measures the product against its references and writes docs/benchmarks.md. Without names everything is measured:
  ${[...ROWS.map((row) => row.name), ...BY_THEMSELVES].join(', ')}
--data keeps what is seeded in a folder, to be used again.`

function readArguments() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { size: { type: 'string', default: '10k' }, data: { type: 'string' } },
  })
  const size = SIZES[values.size.toLowerCase()]
  const known = new Set([...ROWS.map((row) => row.name), ...BY_THEMSELVES])
  if (size === undefined || positionals.some((name) => !known.has(name))) return null
  return { size, label: values.size.toLowerCase(), data: values.data, names: positionals }
}

const told = (one: Finding): string =>
  `${one.kept === null ? '·' : one.kept ? '✓' : '✗'} ${one.what} (${one.at}): ${one.figure}${one.reference && ` · ${one.reference}`}${one.ratio && ` · ${one.ratio}`} · target ${one.target}`

/** A benchmark that stands alone; it prints its own lines. */
async function alone(name: string): Promise<void> {
  const file = fileURLToPath(new URL(`./${name}.ts`, import.meta.url))
  if (!existsSync(file)) return
  const child = spawn(process.execPath, [file], { stdio: 'inherit' })
  await once(child, 'close')
}

async function run(): Promise<void> {
  const wanted = readArguments()
  if (wanted === null) {
    say(USAGE)
    process.exit(2)
  }
  const chosen = (name: string): boolean => wanted.names.length === 0 || wanted.names.includes(name)
  for (const name of BY_THEMSELVES.filter(chosen)) await alone(name)
  const rows = ROWS.filter((row) => chosen(row.name))
  if (rows.length === 0) return
  const folder = wanted.data ?? mkdtempSync(join(tmpdir(), 'quittance-bench-'))
  const world = await openWorld(wanted.size, folder)
  try {
    reportPlans(wanted.label, await explainHotQueries(world))
    for (const row of rows) {
      const findings = await row.run(world)
      for (const finding of findings) say(told(finding))
      reportRow(wanted.label, row.name, findings)
    }
  } finally {
    await world.close()
    if (wanted.data === undefined) rmSync(folder, { recursive: true, force: true })
  }
}

await run()
