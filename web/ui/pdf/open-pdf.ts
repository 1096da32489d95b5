import { getDocument, type PDFDocumentProxy, PDFWorker } from 'pdfjs-dist'
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url'
import { vouchForScripts } from './script-address.ts'

/** This file's own worker, and no other script. */
const asScript = vouchForScripts('pdf-worker', (address) => address === workerUrl)

/**
 * Reads a PDF in a worker of its own. Glyphs are drawn as paths and pictures by the browser's own decoders, since the page's
 * policy allows neither fonts from data nor code that is made on the way.
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
