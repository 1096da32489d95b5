import { ZipWriter } from '../../../../platform/exports/zip-writer.ts'

/** A PDF under the name that it gets as a file. */
export interface NamedPdf {
  readonly name: string
  readonly bytes: Uint8Array
}

/** Writes PDFs as a ZIP archive, a part for each. */
export async function* archivePdfs(pdfs: AsyncIterable<NamedPdf>): AsyncGenerator<Uint8Array> {
  const zip = new ZipWriter()
  const used = new Set<string>()
  for await (const { name, bytes } of pdfs) {
    zip.begin(unusedName(name, used))
    await zip.write(bytes)
    await zip.finish()
    yield zip.take()
  }
  zip.close()
  yield zip.take()
}

/** Numbers that differ only in characters which files can't have get a figure each. */
function unusedName(name: string, used: Set<string>): string {
  let unused = name
  for (let count = 2; used.has(unused.toLowerCase()); count += 1)
    unused = name.replace(/\.pdf$/, ` (${count}).pdf`)
  used.add(unused.toLowerCase())
  return unused
}
