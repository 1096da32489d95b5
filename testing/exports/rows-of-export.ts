import { parse } from 'csv-parse/sync'
import type { FileInParts } from '../../contract/route.ts'

/** Reads a list that was exported as CSV to its end, and returns its rows by the names of the columns. */
export async function rowsOfExport(file: Promise<FileInParts>): Promise<Record<string, string>[]> {
  const all: Uint8Array[] = []
  for await (const part of (await file).parts) all.push(part)
  return parse(Buffer.concat(all), { columns: true, bom: true })
}
