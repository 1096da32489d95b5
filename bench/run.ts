import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readCommandLine, WrongArguments } from '../server/main/commands/command-line.ts'
import { explainHotQueries, writePlans } from './explain.ts'
import { printLine } from './measuring.ts'
import { openWorld } from './product/world.ts'
import { formatFinding, reportRow } from './report.ts'
import { chartRows } from './rows/charting.ts'
import { exportRows } from './rows/exporting.ts'
import { filteringRows } from './rows/filtering.ts'
import { listRows } from './rows/lists.ts'
import { mixingRows } from './rows/mixing.ts'
import { moneyRows } from './rows/money.ts'
import { processRows } from './rows/processes.ts'
import { readingRows } from './rows/reading.ts'
import { reportingRows } from './rows/reporting.ts'
import type { Row } from './rows/row.ts'

const ROWS: readonly Row[] = [
  ...readingRows,
  ...filteringRows,
  ...listRows,
  ...exportRows,
  ...reportingRows,
  ...chartRows,
  ...moneyRows,
  ...processRows,
  ...mixingRows,
]
/** Benchmarks with their own data, each run in a separate process. */
const STANDALONE: Readonly<Record<string, string>> = {
  import: './import.ts',
  pdf: './pdf.ts',
  start: './start.ts',
  clone: './clone.ts',
  overload: './overload.ts',
  'due-work': './due-work.ts',
  reminders: './reminders.ts',
  'late-fees': './late-fees.ts',
  statements: './statements.ts',
  processors: './processors.ts',
  pooler: './pooler.ts',
  paint: './browser/paint.ts',
}
const SIZES: Readonly<Record<string, number>> = {
  '1k': 1000,
  '10k': 10_000,
  '100k': 100_000,
  '1m': 1_000_000,
}

/** Duration of the load in the memory benchmark. */
const SOAK_MS = 90_000
const HOUR_MS = 3_600_000

const USAGE = `Usage: npm run bench -- [names] [--size 10k|100k|1m] [--data FOLDER] [--hour]

Measures the product against its references and writes docs/benchmarks.md. Without names everything is measured:
  ${[...ROWS.map((row) => row.name), ...Object.keys(STANDALONE)].join(', ')}
--data keeps what is seeded in a folder, to be used again.
--hour loads the server for an hour where its memory is measured, instead of ${SOAK_MS / 60_000} minutes.`

const readArguments = () =>
  readCommandLine({
    usage: USAGE,
    words: true,
    options: {
      size: { type: 'string', default: '10k' },
      data: { type: 'string' },
      hour: { type: 'boolean', default: false },
    },
    understand(values, names) {
      const label = values.size.toLowerCase()
      const size = Object.hasOwn(SIZES, label) ? SIZES[label] : undefined
      if (size === undefined)
        throw new WrongArguments(`--size is one of ${Object.keys(SIZES).join(', ')}, not '${values.size}'.`)
      const known = new Set([...ROWS.map((row) => row.name), ...Object.keys(STANDALONE)])
      const unknown = names.find((name) => !known.has(name))
      if (unknown !== undefined) throw new WrongArguments(`There is no benchmark '${unknown}'.`)
      return { size, label, data: values.data, names, soakMs: values.hour ? HOUR_MS : SOAK_MS }
    },
  })

/** Runs a standalone benchmark, which prints and reports its own results. */
async function runStandalone(name: string): Promise<void> {
  const file = fileURLToPath(new URL(STANDALONE[name]!, import.meta.url))
  const child = spawn(process.execPath, [file], { stdio: 'inherit' })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`${name} ended with ${code}`)
}

async function run(): Promise<void> {
  const wanted = readArguments()
  const chosen = (name: string): boolean => wanted.names.length === 0 || wanted.names.includes(name)
  for (const name of Object.keys(STANDALONE).filter(chosen)) await runStandalone(name)
  const rows = ROWS.filter((row) => chosen(row.name))
  if (rows.length === 0) return
  const folder = wanted.data ?? mkdtempSync(join(tmpdir(), 'quittance-bench-'))
  const world = await openWorld(wanted.size, folder, wanted.soakMs)
  try {
    writePlans(wanted.label, await explainHotQueries(world))
    for (const row of rows) {
      const findings = await row.run(world)
      for (const finding of findings) printLine(formatFinding(finding))
      reportRow(wanted.label, row.name, findings)
    }
  } finally {
    await world.close()
    if (wanted.data === undefined) rmSync(folder, { recursive: true, force: true })
  }
}

await run()
