const LARGEST = 128

/**
 * Splits rows into chunks whose sizes are powers of two, at most 128. Each connection then prepares few statements for inserts of
 * any number of rows, and none has more parameters than PostgreSQL takes. Sent together, the inserts leave in one packet.
 */
export function insertChunks<Row>(rows: readonly Row[]): Row[][] {
  const chunks: Row[][] = []
  let size = LARGEST
  for (let at = 0; at < rows.length; at += size) {
    while (size > rows.length - at) size /= 2
    chunks.push(rows.slice(at, at + size))
  }
  return chunks
}
