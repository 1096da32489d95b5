import { getDocument, type PDFDocumentProxy, PDFWorker } from 'pdfjs-dist'
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url'
import { vouchForScripts } from './script-address.ts'

/** Trusts this file's own worker only. */
const asScript = vouchForScripts('pdf-worker', (address) => address === workerUrl)

/**
 * Parses a PDF in its own worker. The browser draws glyphs as paths and decodes images, because the content
 * security policy allows neither data fonts nor generated code.
 */
export function openPdf(file: Blob): { document: Promise<PDFDocumentProxy>; close: () => Promise<void> } {
  const port = new Worker(asScript(workerUrl), { type: 'module' })
  const worker = PDFWorker.create({ port })
  const reading = file.arrayBuffer().then((bytes) =>
    getDocument({
      data: new Uint8Array(bytes),
      worker,
      disableFontFace: true,
      useWasm: false,
      verbosity: 0,
    }),
  )
  return {
    document: reading.then((task) => task.promise),
    async close() {
      await (await reading).destroy()
      worker.destroy()
      port.terminate()
    },
  }
}
