/** Rows for the reference work, which allocates and copies as tests do. */
const ROWS = Array.from({ length: 200 }, (_, id) => ({ id, name: `customer ${id}`, amounts: [id, id * 2] }))
const ROUNDS = 40

/**
 * CPU milliseconds of a fixed amount of work: about REFERENCE_MS in scripts/testing/file-times.ts on a quiet
 * machine, and more where other processes share the processor.
 */
export function measureReferenceWork(): number {
  const before = process.cpuUsage()
  let text = JSON.stringify(ROWS)
  for (let round = 0; round < ROUNDS; round++) text = JSON.stringify(JSON.parse(text))
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
